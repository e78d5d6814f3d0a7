package dev.layeredsaga.paymentstub.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.paymentstub.fault.Faults.GlobalFault;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GlobalFaultTest {

    @Test
    void theSameSeedGivesTheSameSequence() {
        assertThat(strikes(fault(0.5, 42, null), 100)).isEqualTo(strikes(fault(0.5, 42, null), 100));
    }

    @Test
    void anotherSeedGivesAnotherSequence() {
        assertThat(strikes(fault(0.5, 42, null), 100)).isNotEqualTo(strikes(fault(0.5, 43, null), 100));
    }

    @Test
    void probabilityOneAlwaysStrikes() {
        assertThat(strikes(fault(1, 1, null), 100)).containsOnly(true);
    }

    @Test
    void probabilityZeroNeverStrikes() {
        assertThat(strikes(fault(0, 1, null), 100)).containsOnly(false);
    }

    @Test
    void isSpentAfterItsTimes() {
        assertThat(strikes(fault(1, 1, 2), 4)).containsExactly(true, true, false, false);
    }

    @Test
    void timesCountsStrikesNotDraws() {
        assertThat(strikes(fault(0.1, 5, 3), 1000)).filteredOn(struck -> struck).hasSize(3);
    }

    @Test
    void countsTheAttemptsItWasAppliedTo() {
        var fault = fault(1, 1, null);
        strikes(fault, 3);

        assertThat(fault.status().struck()).isEqualTo(3);
    }

    private static GlobalFault fault(double probability, long seed, @Nullable Integer times) {
        return new GlobalFault(new FaultSettings(Scenario.EMPTY, probability, seed, times, null));
    }

    private static List<Boolean> strikes(GlobalFault fault, int draws) {
        return IntStream.range(0, draws).mapToObj(draw -> fault.strikes()).toList();
    }
}

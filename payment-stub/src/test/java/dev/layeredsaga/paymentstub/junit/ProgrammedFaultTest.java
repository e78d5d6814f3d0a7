package dev.layeredsaga.paymentstub.junit;

import static dev.layeredsaga.paymentstub.fault.Scenario.Operation.PAYMENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.paymentstub.fault.FaultDecision;
import dev.layeredsaga.paymentstub.fault.Faults;
import dev.layeredsaga.paymentstub.fault.Scenario;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ProgrammedFaultTest {

    private final Faults faults = new Faults();
    private final ProgrammedFault fault = ProgrammedFault.set(faults, Scenario.SLOW_THEN_OK);

    @Test
    void strikesTheSameAttemptsWithTheSameSeed() {
        ProgrammedFault half = fault.withProbability(0.5);
        half.withSeed(7);
        List<Boolean> first = struck();

        half.withSeed(7);
        assertThat(struck()).isEqualTo(first).contains(true, false);
        half.withSeed(8);
        assertThat(struck()).isNotEqualTo(first);
    }

    @Test
    void strikesEachAttemptOrNoneAtTheEndsOfProbability() {
        fault.withProbability(1);
        assertThat(struck()).containsOnly(true);
        fault.withProbability(0);
        assertThat(struck()).containsOnly(false);
        assertThatThrownBy(() -> fault.withProbability(1.1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void takesAsLongAsItShallAndKeepsThatWhenItIsLimited() {
        fault.withDelay(Duration.ofMillis(1234)).times(1);

        assertThat(decision().delay()).hasMillis(1234);
        assertThat(decision().delay()).isZero();
        assertThatThrownBy(() -> fault.withDelay(Duration.ofMinutes(61))).isInstanceOf(IllegalArgumentException.class);
    }

    private List<Boolean> struck() {
        return Stream.generate(this::decision)
                .limit(64)
                .map(decision -> !decision.delay().isZero())
                .toList();
    }

    private FaultDecision decision() {
        return faults.decide(PAYMENT, new OrderId("order"), Scenario.OK);
    }
}

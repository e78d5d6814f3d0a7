package dev.layeredsaga.testbed.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SimulationTest {

    private static final long FIRST_SEED = 1;

    @Test
    void everyInvariantHoldsInManyWorlds() {
        holdsFor(30_000, 1);
    }

    /** An invariant is never tried twice, so this has the tag of the failures, too. */
    @Tag("failures")
    @Tag("load")
    @Test
    void everyInvariantHoldsInTenTimesAsMany() {
        holdsFor(300_000, 2);
    }

    private static void holdsFor(long sagas, int threads) {
        Campaign.Outcome outcome = new Campaign(FIRST_SEED, sagas, threads, Set.of()).run(count -> {});

        assertThat(outcome.failure()).isNull();
        assertThat(outcome.sagas()).isEqualTo(sagas);
        assertThat(outcome.faults()).isGreaterThan(sagas / 2);
    }

    @Test
    void saysNothingOfAWorldThatCouldNotBeSimulated() {
        Campaign campaign = new Campaign(FIRST_SEED, 200, 1, Set.of());

        assertThatThrownBy(() -> campaign.run(count -> {
                    throw new UnsupportedOperationException("no progress");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasCauseInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void theSameSeedGivesTheSameTrace() {
        for (long seed = 1; seed <= 10; seed++) {
            assertThat(trace(seed)).hasSizeGreaterThan(100).isEqualTo(trace(seed));
        }
    }

    @Test
    void anotherSeedGivesAnotherTrace() {
        assertThat(trace(1)).isNotEqualTo(trace(2));
    }

    private static List<String> trace(long seed) {
        List<String> lines = new ArrayList<>();
        Simulation.run(Scenario.of(seed, 50, Set.of()), lines::add);
        return lines;
    }
}

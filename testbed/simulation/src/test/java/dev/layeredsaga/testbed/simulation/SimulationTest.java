package dev.layeredsaga.testbed.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SimulationTest {

    private static final long FIRST_SEED = 1;
    private static final long SAGAS = 300_000;
    private static final int THREADS = 2;

    @Test
    void everyInvariantHoldsInManyWorlds() {
        Campaign.Outcome outcome = new Campaign(FIRST_SEED, SAGAS, THREADS, Set.of()).run(sagas -> {});

        assertThat(outcome.failure()).isNull();
        assertThat(outcome.sagas()).isEqualTo(SAGAS);
        assertThat(outcome.faults()).isGreaterThan(SAGAS / 2);
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

package dev.layeredsaga.testbed.simulation.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.simulation.bugs.Bug;
import dev.layeredsaga.testbed.simulation.bugs.Hunt;
import org.junit.jupiter.api.Test;

class ShrinkingTest {

    @Test
    void leavesTheOneOrderAndTheOneFaultThatItTakes() {
        Hunt.Found found = Hunt.hunt(Bug.named("tombstone-forgotten"), 1, 3_000, true);

        assertThat(found.shrunk().getFirst())
                .matches("seed \\d+, orders \\[\\d+], faults \\[OVERTAKEN\\(\\d+, \\d+\\)]");
        assertThat(found.shrunk()).hasSizeLessThan(40);
        assertThat(found.shrunk().getLast()).contains("VIOLATED").contains("8 nothing after its compensation");
    }
}

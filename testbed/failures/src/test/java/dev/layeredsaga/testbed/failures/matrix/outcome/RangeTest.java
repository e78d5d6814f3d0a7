package dev.layeredsaga.testbed.failures.matrix.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RangeTest {

    @Test
    void holdsFromItsLeastToItsMost() {
        assertThat(Range.between(1, 3).holds(0)).isFalse();
        assertThat(Range.between(1, 3).holds(1)).isTrue();
        assertThat(Range.between(1, 3).holds(3)).isTrue();
        assertThat(Range.between(1, 3).holds(4)).isFalse();
        assertThat(Range.atLeast(2).holds(1)).isFalse();
    }

    @Test
    void isToldInShort() {
        assertThat(Range.exactly(1)).hasToString("1");
        assertThat(Range.between(1, 3)).hasToString("1–3");
        assertThat(Range.atLeast(2)).hasToString("≥ 2");
    }
}

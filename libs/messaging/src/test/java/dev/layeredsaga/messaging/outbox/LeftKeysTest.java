package dev.layeredsaga.messaging.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LeftKeysTest {

    private final LeftKeys left = new LeftKeys();

    @Test
    void containNothingAtFirst() {
        assertThat(left.isEmpty()).isTrue();
        assertThat(left.contains("a")).isFalse();
    }

    @Test
    void containTheKeysOfARowUntilItIsGone() {
        left.add(List.of("a", "b"), 5);
        left.goneBelow(5);

        assertThat(left.contains("a")).isTrue();
        assertThat(left.contains("b")).isTrue();
        assertThat(left.contains("c")).isFalse();

        left.goneBelow(6);
        assertThat(left.contains("a")).isFalse();
        assertThat(left.isEmpty()).isTrue();
    }

    @Test
    void containAKeyUntilTheLastOfItsRowsIsGone() {
        left.add(List.of("a"), 5);
        left.add(List.of("a", "b"), 7);
        left.add(List.of("a"), 6);
        left.goneBelow(7);

        assertThat(left.contains("a")).isTrue();
    }

    /** The transaction of row 5 was not known to have committed when lower rows were gone. */
    @Test
    void containTheKeysOfARowThatIsLowerThanTheLowestSeen() {
        left.add(List.of("a"), 7);
        left.goneBelow(7);
        left.add(List.of("b"), 5);

        assertThat(left.contains("b")).isTrue();
    }
}

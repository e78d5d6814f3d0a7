package dev.layeredsaga.messaging.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.messaging.outbox.OutboxTable.Other;
import dev.layeredsaga.messaging.outbox.OutboxTable.Question;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LeftParcelsTest {

    private final LeftParcels left = new LeftParcels(2);

    @Test
    void holdsTheKeysOfWhatWasAddedUntilItIsGone() {
        left.add(1, Set.of("a", "b"));

        assertThat(left.mayHold(Set.of("b"))).isTrue();
        assertThat(left.mayHold(Set.of("c"))).isFalse();

        Question question = left.question();
        assertThat(question.ids()).containsExactly(1L);
        left.learn(question, List.of());
        assertThat(left.mayHold(Set.of("b"))).isFalse();
    }

    @Test
    void keepsWhatIsStillThere() {
        left.add(1, Set.of("a"));
        left.learn(left.question(), List.of(new Other(1, Set.of("a"))));

        assertThat(left.mayHold(Set.of("a"))).isTrue();
    }

    @Test
    void keepsWhatWasAddedAfterTheQuestion() {
        left.add(1, Set.of("a"));
        Question question = left.question();
        left.add(2, Set.of("b"));
        left.learn(question, List.of());

        assertThat(left.mayHold(Set.of("a"))).isFalse();
        assertThat(left.mayHold(Set.of("b"))).isTrue();
    }

    @Test
    void mayHoldAnythingOnceThereWereTooManyUntilItHasSeenThemAll() {
        left.add(1, Set.of("a"));
        left.add(2, Set.of("b"));
        left.add(3, Set.of("c"));
        assertThat(left.mayHold(Set.of("unheard of"))).isTrue();

        Question question = left.question();
        assertThat(question.all()).isTrue();
        left.learn(question, List.of(new Other(1, Set.of("a"))));

        assertThat(left.mayHold(Set.of("unheard of"))).isFalse();
        assertThat(left.mayHold(Set.of("a"))).isTrue();
        assertThat(left.mayHold(Set.of("b"))).isFalse();
    }

    @Test
    void isNotDeceivedByAnAnswerOlderThanWhatItHasDropped() {
        left.add(1, Set.of("a"));
        left.add(2, Set.of("b"));
        left.add(3, Set.of("c"));
        Question question = left.question();
        left.add(4, Set.of("d"));
        left.add(5, Set.of("e"));
        left.add(6, Set.of("f"));
        left.learn(question, List.of());

        assertThat(left.mayHold(Set.of("d"))).isTrue();
        assertThat(left.mayHold(Set.of("unheard of"))).isTrue();
    }

    @Test
    void forgetsWhatIsTakenUpAgain() {
        left.add(1, Set.of("a"));
        left.remove(1);

        assertThat(left.mayHold(Set.of("a"))).isFalse();
        assertThat(left.question().ids()).isEmpty();
    }
}

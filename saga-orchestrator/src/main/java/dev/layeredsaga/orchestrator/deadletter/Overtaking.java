package dev.layeredsaga.orchestrator.deadletter;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The records of a letter's key that stand behind the message in its partition.
 *
 * @param overtakenBy at most twenty, lowest offset first
 * @param earlierLetters open letters of the same key that came before this one, at most twenty
 * @param unknownBefore records below this offset are not on the topic any more; null if all from the message on are
 * @param unknownFrom records from this offset on have not been read; null if all have
 */
public record Overtaking(
        List<Behind> overtakenBy,
        List<LetterId> earlierLetters,
        @Nullable Long unknownBefore,
        @Nullable Long unknownFrom) {

    public static final int MOST_LISTED = 20;

    static final Overtaking NOTHING = new Overtaking(List.of(), List.of(), null, null);

    /** A record behind the message. */
    public record Behind(
            long offset, @Nullable String type, @Nullable String id, Instant at) {}

    @Nullable LetterRefusal refusal() {
        if (!earlierLetters.isEmpty()) {
            return LetterRefusal.EARLIER_DEAD_LETTER_OPEN;
        }
        if (!overtakenBy.isEmpty()) {
            return LetterRefusal.DEAD_LETTER_OVERTAKEN;
        }
        return unknownBefore == null && unknownFrom == null ? null : LetterRefusal.DEAD_LETTER_ORDER_UNKNOWN;
    }

    Overtaking without(Set<Long> offsets) {
        return new Overtaking(
                overtakenBy.stream()
                        .filter(record -> !offsets.contains(record.offset()))
                        .toList(),
                earlierLetters,
                unknownBefore,
                unknownFrom);
    }

    Overtaking with(List<LetterId> earlier) {
        return new Overtaking(overtakenBy, earlier, unknownBefore, unknownFrom);
    }
}

package dev.layeredsaga.orchestrator.deadletter;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which dead letters are meant; null is any.
 *
 * @param topic the topic that the message came from
 * @param reason a part of the reason, in any case of its letters
 * @param from the earliest time at which the letter was written
 * @param to the time before which it was written
 */
public record LetterFilter(
        @Nullable String topic,
        @Nullable String reason,
        @Nullable LetterStatus status,
        @Nullable String group,
        @Nullable String key,
        @Nullable Instant from,
        @Nullable Instant to) {

    public LetterFilter withStatus(LetterStatus other) {
        return new LetterFilter(topic, reason, other, group, key, from, to);
    }

    public boolean isEmpty() {
        return topic == null
                && reason == null
                && status == null
                && group == null
                && key == null
                && from == null
                && to == null;
    }
}

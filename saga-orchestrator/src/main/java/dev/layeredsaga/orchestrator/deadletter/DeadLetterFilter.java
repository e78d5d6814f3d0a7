package dev.layeredsaga.orchestrator.deadletter;

import dev.layeredsaga.chassis.validation.PlainText;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A choice of dead letters; null is any.
 *
 * @param topic the topic that the message came from
 * @param reason a part of the reason, in any case of its letters
 * @param from the earliest time at which the letter was written
 * @param to the time before which it was written
 */
public record DeadLetterFilter(
        @Nullable @Size(min = 1, max = 200) @PlainText String topic,
        @Nullable @Size(min = 1, max = 200) @PlainText String reason,
        @Nullable @Size(min = 1, max = 255) @PlainText String group,
        @Nullable @Size(min = 1, max = 255) @PlainText String key,
        @Nullable Instant from,
        @Nullable Instant to) {

    public static final DeadLetterFilter ANY = new DeadLetterFilter(null, null, null, null, null, null);
}

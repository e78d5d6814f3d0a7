package dev.layeredsaga.messaging.envelope;

import dev.layeredsaga.messaging.trace.TraceParent;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/**
 * A message that has arrived and could be read.
 *
 * @param id the CloudEvents id; the same id is the same message, however often it arrives
 * @param sequence the CloudEvents {@code sequence} attribute, where there is one
 * @param sentAt when its sender made it, in the sender's words
 * @param trace where it was caused; null if its sender did not say
 */
public record IncomingMessage<M>(
        String id,
        String key,
        @Nullable Long sequence,
        @Nullable String sentAt,
        @Nullable TraceParent trace,
        M payload) {

    /**
     * When its sender made it, by the sender's clock; null if it does not say.
     *
     * @throws MalformedMessageException if what it says is no time
     */
    public @Nullable Instant time() {
        try {
            return sentAt == null ? null : OffsetDateTime.parse(sentAt).toInstant();
        } catch (DateTimeParseException e) {
            throw new MalformedMessageException("time is no time: " + sentAt, e);
        }
    }
}

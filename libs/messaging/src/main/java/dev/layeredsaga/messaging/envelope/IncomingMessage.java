package dev.layeredsaga.messaging.envelope;

import dev.layeredsaga.messaging.trace.TraceParent;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/**
 * A message that was received and decoded.
 *
 * @param id the CloudEvents id; messages with the same id are deliveries of the same message
 * @param sequence the CloudEvents {@code sequence} attribute, if there is one
 * @param sentAt the CloudEvents {@code time} attribute, as received
 * @param trace the trace parent; null if the sender set none
 * @param data the payload's JSON as received; must not be changed
 */
// messages are compared by id, never as records
@SuppressWarnings("ArrayRecordComponent")
public record IncomingMessage<M>(
        String id,
        String key,
        @Nullable Long sequence,
        @Nullable String sentAt,
        @Nullable TraceParent trace,
        M payload,
        byte[] data) {

    /**
     * Returns the creation time by the sender's clock; null if the sender set none.
     *
     * @throws MalformedMessageException if {@code sentAt} is not a valid time
     */
    public @Nullable Instant time() {
        try {
            return sentAt == null ? null : OffsetDateTime.parse(sentAt).toInstant();
        } catch (DateTimeParseException e) {
            throw new MalformedMessageException("time is no time: " + sentAt, e);
        }
    }
}

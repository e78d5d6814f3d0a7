package dev.layeredsaga.engine.state;

import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.envelope.OutgoingMessage.Identity;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.util.RawValue;

/**
 * An event of a saga as it was published, kept so that it can be published again.
 *
 * @param payload its JSON value
 */
public record PublishedEvent(
        UUID sagaId, String topic, long sequence, String type, Instant occurredAt, String payload) {

    /** Returns the message, the same each time. */
    public OutgoingMessage message() {
        Map<String, String> number = Map.of("sequence", Long.toString(sequence));
        return new OutgoingMessage(topic, sagaId.toString(), type, new RawValue(payload), number)
                .identifiedBy(Identity.of(sagaId, sequence, occurredAt));
    }
}

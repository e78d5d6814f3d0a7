package dev.layeredsaga.testbed.simulation.database;

import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * All that one transaction publishes.
 *
 * @param writer which process has written it, in which of its lives
 */
public record OutboxRow(long id, List<OutgoingMessage> messages, Set<String> keys, String writer, long storedAt) {

    static Set<String> keysOf(List<OutgoingMessage> messages) {
        return messages.stream().map(OutgoingMessage::key).collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the message's inbox id, the same for every delivery. */
    public String idOf(int message) {
        return id + "." + message;
    }
}

package dev.layeredsaga.testbed.failures.audit.seen;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The messages on the topics, and the effects of messages sent again.
 *
 * @param events each saga's events on the public topic, duplicates included
 * @param deadLetters all of them
 * @param resentOf the sagas whose messages were sent again during the run
 * @param lateActions the commands sent again after everything had ended
 */
public record MessagesSeen(
        Map<String, List<Event>> events,
        List<DeadLetter> deadLetters,
        Set<String> resentOf,
        List<LateAction> lateActions) {

    public record Event(String id, String type, long sequence) {}

    /** @param planted whether it was put there to be unreadable */
    public record DeadLetter(String topic, String key, String reason, boolean planted) {}

    /**
     * A command for something that has been compensated.
     *
     * @param before everything that it could have changed
     * @param handled whether it had been read when {@code after} was read
     */
    public record LateAction(String orderId, String type, String before, String after, boolean handled) {}
}

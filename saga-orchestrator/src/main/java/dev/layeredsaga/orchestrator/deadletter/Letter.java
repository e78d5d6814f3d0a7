package dev.layeredsaga.orchestrator.deadletter;

import dev.layeredsaga.contract.Topics;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter as it came.
 *
 * @param why what its {@code dead_letter_*} headers say
 * @param complete false if key, value or headers are missing, because they were too large for the letter or for this table
 */
public record Letter(LetterId id, Why why, Content content, boolean complete) {

    /**
     * The message's origin, and the reason why it is a dead letter.
     *
     * @param partition the message's; -1 if unknown
     * @param offset the message's; -1 if unknown
     * @param at when the message was written to its topic
     * @param diedAt when the letter was written
     * @param group the consumer group that could not handle it
     */
    public record Why(
            int partition,
            long offset,
            @Nullable Instant at,
            Instant diedAt,
            @Nullable String group,
            String reason) {

        boolean isOriginKnown() {
            return partition >= 0 && offset >= 0;
        }
    }

    /** The message itself, without the {@code dead_letter_*} headers. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Content(byte @Nullable [] key, byte @Nullable [] value, List<Header> headers) {

        static final Content NONE = new Content(null, null, List.of());
    }

    /** One header; a name may come more than once. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Header(String name, byte @Nullable [] value) {}

    /**
     * The topic that the message came from. It follows from the letter's topic and from no header, so that no letter can direct bytes
     * to another topic.
     */
    public String originTopic() {
        return originTopicOf(id.topic());
    }

    static String originTopicOf(String deadLetterTopic) {
        return Topics.ALL.stream()
                .filter(topic -> Topics.deadLettersOf(topic).equals(deadLetterTopic))
                .findFirst()
                .orElse(deadLetterTopic);
    }

    /** Returns the letter without content and origin, for a database that rejects those. */
    Letter withoutContent() {
        return new Letter(
                id,
                new Why(-1, -1, null, why.diedAt(), null, "this letter could not be stored; read it on its topic"),
                Content.NONE,
                false);
    }
}

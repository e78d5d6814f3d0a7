package dev.layeredsaga.orchestrator.deadletter;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter for people, without what is in it.
 *
 * @param topic the topic that the message came from, with its partition and offset there
 * @param at when the message was written
 * @param diedAt when it became a dead letter
 * @param group who could not handle it
 */
public record LetterSummary(
        LetterId id,
        LetterStatus status,
        String topic,
        @Nullable Integer partition,
        @Nullable Long offset,
        @Nullable Instant at,
        Instant diedAt,
        @Nullable String group,
        String reason,
        @Nullable String key,
        @Nullable String type,
        int size,
        @Nullable Instant settledAt,
        @Nullable Long sentOffset) {

    private static final int LONGEST_KEY = 255;

    static LetterSummary of(StoredLetter stored) {
        Letter letter = stored.letter();
        Letter.Why why = letter.why();
        byte[] key = letter.content().key();
        byte[] value = letter.content().value();
        return new LetterSummary(
                letter.id(),
                stored.status(),
                letter.originTopic(),
                why.partition() < 0 ? null : why.partition(),
                why.offset() < 0 ? null : why.offset(),
                why.at(),
                why.diedAt(),
                why.group(),
                Redaction.text(why.reason()),
                key == null ? null : Redaction.text(LetterText.of(key, LONGEST_KEY)),
                LetterText.typeOf(letter.content()),
                value == null ? 0 : value.length,
                stored.settledAt(),
                stored.sentOffset());
    }
}

package dev.layeredsaga.orchestrator.deadletter;

import dev.layeredsaga.chassis.security.Redaction;
import dev.layeredsaga.orchestrator.deadletter.DeadLetterTable.StoredLetter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads dead letters for people. Thread-safe. */
@Component
public class LetterQueries {

    private static final int MOST_COUNTED = 10_000;

    private final DeadLetterTable table;
    private final LetterActions actions;

    LetterQueries(DeadLetterTable table, LetterActions actions) {
        this.table = table;
        this.actions = actions;
    }

    /** The letter with what is in it, and the operators' actions. */
    public Optional<LetterDetail> find(LetterId id) {
        return table.find(id).map(letter -> LetterDetail.of(letter, actions.of(id)));
    }

    /** Up to {@code limit} letters, of one status or any, in the order of their messages, from the one behind {@code after} on. */
    public List<LetterSummary> list(
            DeadLetterFilter filter, @Nullable LetterStatus status, @Nullable LetterId after, int limit) {
        return table.list(filter, status, after, limit).stream()
                .map(LetterSummary::of)
                .toList();
    }

    /** The ids of up to {@code limit} open letters in the order of their messages. */
    public List<LetterId> open(DeadLetterFilter filter, @Nullable LetterId after, int limit) {
        return table.list(filter, LetterStatus.OPEN, after, limit).stream()
                .map(stored -> stored.letter().id())
                .toList();
    }

    /** The number of open letters, counted up to ten thousand. */
    public int countOpen(DeadLetterFilter filter, @Nullable LetterId after) {
        return table.count(filter, LetterStatus.OPEN, after, MOST_COUNTED);
    }

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

    /**
     * A dead letter for people, with what is in it but for its secrets.
     *
     * @param payload the value if it is JSON, as a tree
     * @param preview how the value begins if it is not
     * @param complete false if there is nothing that could be sent as it was
     */
    public record LetterDetail(
            LetterSummary letter,
            boolean complete,
            List<HeaderView> headers,
            @Nullable Object payload,
            @Nullable String preview,
            List<LetterActions.Entry> actions) {

        private static final int LONGEST_HEADER = 1_024;
        private static final int MOST_HEADERS = 100;

        /** One of the message's own headers. */
        public record HeaderView(String name, String value) {}

        static LetterDetail of(StoredLetter stored, List<LetterActions.Entry> actions) {
            Letter letter = stored.letter();
            byte[] value = letter.content().value();
            Object payload = value == null ? null : Redaction.json(value).orElse(null);
            return new LetterDetail(
                    LetterSummary.of(stored),
                    letter.complete(),
                    letter.content().headers().stream()
                            .limit(MOST_HEADERS)
                            .map(LetterDetail::view)
                            .toList(),
                    payload,
                    value == null || payload != null ? null : Redaction.preview(value),
                    actions);
        }

        private static HeaderView view(Letter.Header header) {
            String name = LetterText.of(header.name().getBytes(StandardCharsets.UTF_8), LONGEST_HEADER);
            byte[] value = header.value();
            return new HeaderView(
                    name, value == null ? "" : Redaction.named(name, LetterText.of(value, LONGEST_HEADER)));
        }
    }
}

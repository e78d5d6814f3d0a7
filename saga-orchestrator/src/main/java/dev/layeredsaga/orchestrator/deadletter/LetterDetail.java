package dev.layeredsaga.orchestrator.deadletter;

import java.util.List;
import org.jspecify.annotations.Nullable;

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
        String name = LetterText.of(header.name().getBytes(java.nio.charset.StandardCharsets.UTF_8), LONGEST_HEADER);
        byte[] value = header.value();
        return new HeaderView(name, value == null ? "" : Redaction.named(name, LetterText.of(value, LONGEST_HEADER)));
    }
}

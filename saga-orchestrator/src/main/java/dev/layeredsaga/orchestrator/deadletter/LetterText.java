package dev.layeredsaga.orchestrator.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.orchestrator.deadletter.Letter.Content;
import dev.layeredsaga.orchestrator.deadletter.Letter.Header;
import org.jspecify.annotations.Nullable;

/** Bytes from anybody, as text that PostgreSQL takes. */
public final class LetterText {

    private static final int LONGEST_TYPE = 255;

    private LetterText() {}

    /** The bytes as UTF-8, cut to so many characters; control characters and what is no UTF-8 become question marks. */
    public static String of(byte[] bytes, int longest) {
        String text = new String(bytes, UTF_8).replaceAll("[\\p{Cc}\\p{Cs}\\uFFFD]", "?");
        return text.codePointCount(0, text.length()) <= longest
                ? text
                : text.substring(0, text.offsetByCodePoints(0, longest));
    }

    /** The CloudEvents type; null if there is none. */
    static @Nullable String typeOf(Content content) {
        return content.headers().stream()
                .filter(header -> header.name().equals("ce_type"))
                .map(Header::value)
                .filter(java.util.Objects::nonNull)
                .map(value -> of(value, LONGEST_TYPE))
                .findFirst()
                .orElse(null);
    }
}

package dev.layeredsaga.chassis.http;

import dev.layeredsaga.chassis.problem.ProblemCode;
import dev.layeredsaga.chassis.problem.ProblemException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;

/**
 * The header {@code Idempotency-Key}: a string as of RFC 8941 (3.3.3), or the bare key, which many clients send. Both forms denote
 * the same key.
 */
public final class IdempotencyKeyHeader {

    private static final Pattern QUOTED = Pattern.compile("\"((?:[^\"\\\\]|\\\\[\"\\\\])*)\"");
    private static final Pattern BARE = Pattern.compile("[^\"\\\\]*");

    private IdempotencyKeyHeader() {}

    /**
     * Returns the key; empty if there is none.
     *
     * @param key makes a key of its text, or throws {@link IllegalArgumentException}
     * @throws ProblemException with the code {@code malformed} if there is more than one key, or the key is malformed
     */
    public static <K> Optional<K> read(HttpHeaders headers, Function<String, K> key, ProblemCode malformed) {
        List<String> values = headers.getOrDefault("Idempotency-Key", List.of());
        if (values.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    key.apply(values.size() == 1 ? unquoted(values.getFirst().strip()) : ""));
        } catch (IllegalArgumentException e) {
            throw new ProblemException(malformed);
        }
    }

    private static String unquoted(String value) {
        Matcher quoted = QUOTED.matcher(value);
        if (quoted.matches()) {
            return quoted.group(1).replaceAll("\\\\([\"\\\\])", "$1");
        }
        return BARE.matcher(value).matches() ? value : "";
    }
}

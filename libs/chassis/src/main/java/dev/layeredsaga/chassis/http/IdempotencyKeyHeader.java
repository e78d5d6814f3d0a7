package dev.layeredsaga.chassis.http;

import dev.layeredsaga.chassis.problem.ProblemCode;
import dev.layeredsaga.chassis.problem.ProblemException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;

/**
 * The header {@code Idempotency-Key}: a string as of RFC 8941 (3.3.3), or the bare key, which many clients send. Both forms denote
 * the same key, of 1 to 255 visible ASCII characters.
 */
public final class IdempotencyKeyHeader {

    private static final Pattern QUOTED = Pattern.compile("\"((?:[^\"\\\\]|\\\\[\"\\\\])*)\"");
    private static final Pattern BARE = Pattern.compile("[^\"\\\\]*");
    private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,255}");

    private IdempotencyKeyHeader() {}

    /**
     * Returns the key; empty if there is no such header.
     *
     * @throws ProblemException with this code if there is more than one key, or it is malformed
     */
    public static Optional<String> read(HttpHeaders headers, ProblemCode malformed) {
        List<String> values = headers.getOrDefault("Idempotency-Key", List.of());
        if (values.isEmpty()) {
            return Optional.empty();
        }
        String key = values.size() == 1 ? unquoted(values.getFirst().strip()) : "";
        if (!KEY.matcher(key).matches()) {
            throw new ProblemException(malformed);
        }
        return Optional.of(key);
    }

    private static String unquoted(String value) {
        Matcher quoted = QUOTED.matcher(value);
        if (quoted.matches()) {
            return quoted.group(1).replaceAll("\\\\([\"\\\\])", "$1");
        }
        return BARE.matcher(value).matches() ? value : "";
    }
}

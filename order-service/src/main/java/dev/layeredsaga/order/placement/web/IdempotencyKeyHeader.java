package dev.layeredsaga.order.placement.web;

import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.order.placement.IdempotencyKey;
import dev.layeredsaga.order.web.ErrorCode;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;

/**
 * The header {@code Idempotency-Key}: a string as of RFC 8941 (3.3.3), or the bare key, which many clients send. Both forms denote
 * the same key.
 */
final class IdempotencyKeyHeader {

    private static final Pattern QUOTED = Pattern.compile("\"((?:[^\"\\\\]|\\\\[\"\\\\])*)\"");
    private static final Pattern BARE = Pattern.compile("[^\"\\\\]*");

    private IdempotencyKeyHeader() {}

    /**
     * @param caller the owner of the key
     * @throws ProblemException if there is no key, more than one, or a malformed one
     */
    static IdempotencyKey read(HttpHeaders headers, Caller caller) {
        List<String> values = headers.getOrDefault("Idempotency-Key", List.of());
        if (values.isEmpty()) {
            throw new ProblemException(ErrorCode.IDEMPOTENCY_KEY_MISSING);
        }
        String key = values.size() == 1 ? unquoted(values.getFirst().strip()) : "";
        if (!IdempotencyKey.isValid(key)) {
            throw new ProblemException(ErrorCode.IDEMPOTENCY_KEY_MALFORMED);
        }
        return new IdempotencyKey(caller.name(), key);
    }

    private static String unquoted(String value) {
        Matcher quoted = QUOTED.matcher(value);
        if (quoted.matches()) {
            return quoted.group(1).replaceAll("\\\\([\"\\\\])", "$1");
        }
        return BARE.matcher(value).matches() ? value : "";
    }
}

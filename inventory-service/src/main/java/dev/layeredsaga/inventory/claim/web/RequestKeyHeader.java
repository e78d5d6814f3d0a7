package dev.layeredsaga.inventory.claim.web;

import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.inventory.claim.command.RequestKey;
import dev.layeredsaga.inventory.web.ErrorCode;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** The header {@code Idempotency-Key}: a string as in RFC 8941 (3.3.3), or the bare key. Both give the same key. */
final class RequestKeyHeader {

    static final String NAME = "Idempotency-Key";

    private static final Pattern QUOTED = Pattern.compile("\"((?:[^\"\\\\]|\\\\[\"\\\\])*)\"");
    private static final Pattern BARE = Pattern.compile("[^\"\\\\]*");

    private RequestKeyHeader() {}

    /**
     * Returns null if there is none.
     *
     * @param caller the caller whose key it is
     * @throws ProblemException if there is more than one, or it is malformed
     */
    static @Nullable RequestKey read(HttpHeaders headers, Caller caller) {
        List<String> values = headers.getOrDefault(NAME, List.of());
        if (values.isEmpty()) {
            return null;
        }
        String key = values.size() == 1 ? unquoted(values.getFirst().strip()) : "";
        if (!RequestKey.isValid(key)) {
            throw new ProblemException(ErrorCode.IDEMPOTENCY_KEY_MALFORMED);
        }
        return new RequestKey(caller.name(), key);
    }

    private static String unquoted(String value) {
        Matcher quoted = QUOTED.matcher(value);
        if (quoted.matches()) {
            return quoted.group(1).replaceAll("\\\\([\"\\\\])", "$1");
        }
        return BARE.matcher(value).matches() ? value : "";
    }
}

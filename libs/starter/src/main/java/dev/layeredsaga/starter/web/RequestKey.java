package dev.layeredsaga.starter.web;

import dev.layeredsaga.chassis.http.IdempotencyKeyHeader;
import dev.layeredsaga.chassis.problem.ProblemException;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;

/** The idempotency key of a request about sagas, which has to have one. */
final class RequestKey {

    private static final Pattern FORM = Pattern.compile("[\\x21-\\x7e]{1,255}");

    private RequestKey() {}

    /** @throws ProblemException if the header is missing or malformed */
    static String of(HttpHeaders headers) {
        return IdempotencyKeyHeader.read(headers, RequestKey::checked, SagaProblem.IDEMPOTENCY_KEY_MALFORMED)
                .orElseThrow(() -> new ProblemException(SagaProblem.IDEMPOTENCY_KEY_MISSING));
    }

    private static String checked(String key) {
        if (!FORM.matcher(key).matches()) {
            throw new IllegalArgumentException("not an idempotency key");
        }
        return key;
    }
}

package dev.layeredsaga.starter.web;

import dev.layeredsaga.chassis.http.IdempotencyKeyHeader;
import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.contract.IdempotentRequests;
import org.springframework.http.HttpHeaders;

/** The idempotency key of a request about sagas, which has to have one. */
final class RequestKey {

    private RequestKey() {}

    /** @throws ProblemException if the header is missing or malformed */
    static String of(HttpHeaders headers) {
        return IdempotencyKeyHeader.read(headers, IdempotentRequests::checkedKey, SagaProblem.IDEMPOTENCY_KEY_MALFORMED)
                .orElseThrow(() -> new ProblemException(SagaProblem.IDEMPOTENCY_KEY_MISSING));
    }
}

package dev.layeredsaga.inventory.web;

import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.messaging.failure.FailureKind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers requests that lost against others for the same items; before the advice for all other failures. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
final class ContentionAdvice {

    private static final Logger log = LoggerFactory.getLogger(ContentionAdvice.class);

    @ExceptionHandler(ConcurrencyFailureException.class)
    ResponseEntity<ProblemDetail> handle(Exception contention) {
        log.warn("gave up for now: {}", FailureKind.reasonOf(contention));
        return new ProblemException(ErrorCode.CONTENTION).retryAfter(1).toResponse();
    }
}

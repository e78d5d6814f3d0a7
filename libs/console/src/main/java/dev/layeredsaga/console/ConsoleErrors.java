package dev.layeredsaga.console;

import dev.layeredsaga.chassis.problem.FailedRequests;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;

/** Pages for requests of the console that fail. No exception's own message leaves the service. */
@ControllerAdvice(annotations = ConsoleController.class)
@Order(Ordered.HIGHEST_PRECEDENCE)
class ConsoleErrors {

    private final FailedRequests failures = new FailedRequests();
    private final Pages pages;

    ConsoleErrors(Pages pages) {
        this.pages = pages;
    }

    @ExceptionHandler
    ResponseEntity<String> failed(Exception failure) {
        if (failure instanceof HttpMessageNotReadableException || isRefusal(failure)) {
            return answer(HttpStatus.BAD_REQUEST, Message.notDone("The request cannot be read."));
        }
        return failures.isTemporary(failure)
                ? answer(HttpStatus.SERVICE_UNAVAILABLE, Message.DATABASE_AWAY)
                : answer(
                        HttpStatus.INTERNAL_SERVER_ERROR,
                        Message.notDone("The page could not be made; the log says why."));
    }

    private static boolean isRefusal(Exception failure) {
        return failure instanceof ErrorResponse response
                && response.getStatusCode().is4xxClientError();
    }

    private ResponseEntity<String> answer(HttpStatus status, Message message) {
        return pages.page(status, "console/message.jte", message);
    }
}

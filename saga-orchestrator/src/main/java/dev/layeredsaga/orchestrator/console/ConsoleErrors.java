package dev.layeredsaga.orchestrator.console;

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
@ControllerAdvice(basePackageClasses = Pages.class)
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
            return message(HttpStatus.BAD_REQUEST, "The request cannot be read.");
        }
        return failures.isTemporary(failure)
                ? message(HttpStatus.SERVICE_UNAVAILABLE, "The database cannot be reached now. Try again in a moment.")
                : message(HttpStatus.INTERNAL_SERVER_ERROR, "The page could not be made; the log says why.");
    }

    private static boolean isRefusal(Exception failure) {
        return failure instanceof ErrorResponse response
                && response.getStatusCode().is4xxClientError();
    }

    private ResponseEntity<String> message(HttpStatus status, String text) {
        return pages.page(status, "message.jte", new Message("Not done", text, "/console", "To the first screen"));
    }
}

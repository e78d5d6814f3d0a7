package dev.layeredsaga.order.placement.web;

import dev.layeredsaga.chassis.problem.ProblemCode;
import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.contract.order.OrderReason;
import dev.layeredsaga.contract.order.ReasonCode;
import dev.layeredsaga.order.placement.CustomerOrder;
import java.net.URI;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/** HTTP responses to the client that placed an order. */
final class OrderAnswers {

    private OrderAnswers() {}

    /** Returns 202 with the order as placed; later changes are not shown. */
    static ResponseEntity<Object> accepted(OrderView order, HttpHeaders headers) {
        return ResponseEntity.accepted()
                .headers(headers)
                .location(locationOf(order))
                .body(order);
    }

    /** Returns the response for an order that ended during the wait: 201 if confirmed, 402 if the payment was declined, else 409. */
    static ResponseEntity<Object> ended(CustomerOrder order, HttpHeaders headers) {
        OrderView view = OrderView.of(order);
        OrderReason reason = order.reason();
        if (reason == null) {
            return ResponseEntity.created(locationOf(view)).headers(headers).body(view);
        }
        ProblemException problem = new ProblemException(new NotConfirmed(reason.code(), reason.message()));
        if (reason.sku() != null) {
            problem.with("sku", reason.sku());
        }
        if (reason.retryAfterSeconds() != null) {
            problem.retryAfter(reason.retryAfterSeconds());
        }
        ResponseEntity<ProblemDetail> response = problem.with("order", view).toResponse();
        return ResponseEntity.status(response.getStatusCode())
                .headers(response.getHeaders())
                .headers(headers)
                .location(locationOf(view))
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(response.getBody());
    }

    private static URI locationOf(OrderView order) {
        return URI.create("/orders/" + order.orderId());
    }

    /**
     * Problem returned to a client that waited for an order which was not confirmed.
     *
     * @param message the reason's message; null if it has none
     */
    record NotConfirmed(ReasonCode reason, @Nullable String message) implements ProblemCode {

        @Override
        public String name() {
            return reason.name();
        }

        @Override
        public HttpStatus status() {
            return reason == ReasonCode.PAYMENT_DECLINED ? HttpStatus.PAYMENT_REQUIRED : HttpStatus.CONFLICT;
        }

        @Override
        public String detail() {
            return Objects.requireNonNullElse(message, "The order has not been confirmed.");
        }
    }
}

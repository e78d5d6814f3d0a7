package dev.layeredsaga.order.placement.web;

import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.order.placement.CustomerOrder;
import java.net.URI;
import java.util.Objects;
import org.springframework.http.HttpHeaders;
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
        Reason reason = order.reason();
        if (reason == null) {
            return ResponseEntity.created(locationOf(view)).headers(headers).body(view);
        }
        if (reason.retryAfterSeconds() != null) {
            headers.set(HttpHeaders.RETRY_AFTER, reason.retryAfterSeconds().toString());
        }
        ProblemDetail problem = problem(view, reason);
        return ResponseEntity.status(problem.getStatus())
                .headers(headers)
                .location(locationOf(view))
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }

    private static ProblemDetail problem(OrderView order, Reason reason) {
        EndedOrderProblem kind = new EndedOrderProblem(reason.code());
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(
                kind.status(), Objects.requireNonNullElse(reason.message(), kind.detail()));
        problem.setType(kind.type());
        problem.setProperty("code", kind.name());
        if (reason.sku() != null) {
            problem.setProperty("sku", reason.sku());
        }
        problem.setProperty("order", order);
        return problem;
    }

    private static URI locationOf(OrderView order) {
        return URI.create("/orders/" + order.orderId());
    }
}

package dev.layeredsaga.order.placement.web;

import dev.layeredsaga.messaging.http.ProblemCode;
import dev.layeredsaga.messaging.saga.ReasonCode;
import org.springframework.http.HttpStatus;

/** What a client is told that has waited for an order which was then not confirmed. */
record EndedOrderProblem(ReasonCode reason) implements ProblemCode {

    @Override
    public String name() {
        return reason.name();
    }

    @Override
    public HttpStatus status() {
        return reason == ReasonCode.PAYMENT_DECLINED ? HttpStatus.PAYMENT_REQUIRED : HttpStatus.CONFLICT;
    }

    /** Where the reason has no message of its own. */
    @Override
    public String detail() {
        return "The order has not been confirmed.";
    }
}

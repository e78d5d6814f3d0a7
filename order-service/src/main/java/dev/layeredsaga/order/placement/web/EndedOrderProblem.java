package dev.layeredsaga.order.placement.web;

import dev.layeredsaga.chassis.problem.ProblemCode;
import dev.layeredsaga.contract.saga.ReasonCode;
import org.springframework.http.HttpStatus;

/** Problem returned to a client that waited for an order which was not confirmed. */
record EndedOrderProblem(ReasonCode reason) implements ProblemCode {

    @Override
    public String name() {
        return reason.name();
    }

    @Override
    public HttpStatus status() {
        return reason == ReasonCode.PAYMENT_DECLINED ? HttpStatus.PAYMENT_REQUIRED : HttpStatus.CONFLICT;
    }

    /** Returns the detail for reasons without a message. */
    @Override
    public String detail() {
        return "The order has not been confirmed.";
    }
}

package dev.layeredsaga.order.web;

import dev.layeredsaga.chassis.problem.ProblemCode;
import org.springframework.http.HttpStatus;

/** Error codes of refused or failed requests. The names are part of the API contract. */
public enum ErrorCode implements ProblemCode {
    IDEMPOTENCY_KEY_MISSING(HttpStatus.BAD_REQUEST, "The header Idempotency-Key is required."),
    IDEMPOTENCY_KEY_MALFORMED(
            HttpStatus.BAD_REQUEST, "The header Idempotency-Key must be one key of 1 to 255 visible ASCII characters."),
    ORDER_NOT_FOUND(HttpStatus.NOT_FOUND, "There is no order with this id."),
    RETURN_NOT_FOUND(HttpStatus.NOT_FOUND, "The order has no return with this id."),
    RETURN_NEEDS_OPERATOR(
            HttpStatus.FORBIDDEN,
            "Only an operator may have the money go back without the goods being received first."),
    ORDER_NOT_CONFIRMED(HttpStatus.CONFLICT, "The order is not confirmed, so that there is nothing to return."),
    RETURN_EXCEEDS_ORDER(HttpStatus.CONFLICT, "Less of the order is left to return than that."),
    RETURN_TOO_LATE(HttpStatus.CONFLICT, "The order was placed too long ago to be returned."),
    TOO_MANY_RETURNS(HttpStatus.CONFLICT, "The order has had as many returns as it may."),
    PRODUCT_NOT_FOUND(HttpStatus.NOT_FOUND, "There is no product with this sku."),
    ORDER_ALREADY_ENDED(HttpStatus.CONFLICT, "The order has ended and cannot be cancelled."),
    CUSTOMER_HAS_OPEN_ORDERS(
            HttpStatus.CONFLICT,
            "The customer has been erased from all orders that have ended; try again when the others have, too."),
    ORDER_ERASED(
            HttpStatus.CONFLICT,
            "This request has placed an order already, and its customer has been erased since. Use another key for a new order."),
    PRECONDITION_FAILED(HttpStatus.PRECONDITION_FAILED, "The product is not as the precondition says; read it again."),
    IDEMPOTENCY_KEY_REUSED(HttpStatus.UNPROCESSABLE_CONTENT, "The idempotency key has been used for another request."),
    SKU_NOT_ORDERED(HttpStatus.UNPROCESSABLE_CONTENT, "The order has no line of this sku."),
    UNKNOWN_SKU(HttpStatus.UNPROCESSABLE_CONTENT, "The order has a line whose product does not exist."),
    CURRENCY_MISMATCH(HttpStatus.UNPROCESSABLE_CONTENT, "The order's products have prices in different currencies."),
    PRICE_CHANGED(HttpStatus.CONFLICT, "The order does not cost what was expected."),
    TOTAL_TOO_LARGE(HttpStatus.UNPROCESSABLE_CONTENT, "The order's total is too large."),
    TOO_MANY_STREAMS(
            HttpStatus.TOO_MANY_REQUESTS,
            "You follow too many orders at once; try again when one of the streams has ended."),
    TOO_MANY_QUEUED_ORDERS(
            HttpStatus.TOO_MANY_REQUESTS,
            "The customer has too many orders with onBusy WAIT that have not ended; try again when some of them have."),
    TOO_MANY_WAITING(
            HttpStatus.SERVICE_UNAVAILABLE,
            "Too many requests wait for orders at this instance; try again in a moment, or ask without waiting.");

    private final HttpStatus status;
    private final String detail;

    ErrorCode(HttpStatus status, String detail) {
        this.status = status;
        this.detail = detail;
    }

    @Override
    public HttpStatus status() {
        return status;
    }

    @Override
    public String detail() {
        return detail;
    }
}

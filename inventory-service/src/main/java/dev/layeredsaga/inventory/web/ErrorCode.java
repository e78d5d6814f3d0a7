package dev.layeredsaga.inventory.web;

import dev.layeredsaga.chassis.problem.ProblemCode;
import org.springframework.http.HttpStatus;

/** The error codes of this service's HTTP API. The names are part of the contract. */
public enum ErrorCode implements ProblemCode {
    RESOURCE_BUSY(HttpStatus.CONFLICT, "Another claim has the item at the moment"),
    OUT_OF_STOCK(HttpStatus.CONFLICT, "There is not enough stock"),
    UNKNOWN_SKU(HttpStatus.CONFLICT, "There is no such item to claim"),
    CLAIM_LOST(HttpStatus.CONFLICT, "The token is not the claim's current one, or the claim was released"),
    CLAIM_EXPIRED(HttpStatus.CONFLICT, "The claim's time has run out"),
    CLAIM_MISMATCH(HttpStatus.CONFLICT, "The claim holds something else"),
    CLAIM_CONFIRMED(HttpStatus.CONFLICT, "The claim is confirmed and can no longer be released"),
    ON_HAND_BELOW_RESERVED(HttpStatus.CONFLICT, "Less would be left than live claims hold"),
    POLICY_IN_USE(HttpStatus.CONFLICT, "The policy cannot change while there are live claims"),
    ITEM_IN_USE(HttpStatus.CONFLICT, "Claims hold the item, or sagas wait for it"),
    HOLD_LIMIT_REACHED(HttpStatus.TOO_MANY_REQUESTS, "You hold as much as you may; release or order some"),
    HOLD_TIME_OVER(
            HttpStatus.TOO_MANY_REQUESTS,
            "You have held this for as long as you may; order it, or hold it again later"),
    IDEMPOTENCY_KEY_MISSING(HttpStatus.BAD_REQUEST, "The header Idempotency-Key is required"),
    IDEMPOTENCY_KEY_MALFORMED(
            HttpStatus.BAD_REQUEST, "The header Idempotency-Key must be one key of 1 to 255 visible ASCII characters"),
    IDEMPOTENCY_KEY_REUSED(HttpStatus.UNPROCESSABLE_CONTENT, "The idempotency key has been used for another request"),
    IDEMPOTENCY_KEY_IN_USE(HttpStatus.CONFLICT, "A request with the same idempotency key is being handled"),
    PRECONDITION_FAILED(HttpStatus.PRECONDITION_FAILED, "The item is not as the precondition says; read it again"),
    ITEM_NOT_FOUND(HttpStatus.NOT_FOUND, "There is no such item"),
    CLAIM_NOT_FOUND(HttpStatus.NOT_FOUND, "There is no such claim"),
    CONTENTION(HttpStatus.SERVICE_UNAVAILABLE, "Too many changes at once; nothing has changed, try again"),
    DATABASE_UNAVAILABLE(HttpStatus.SERVICE_UNAVAILABLE, "The database cannot be reached, try again later");

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

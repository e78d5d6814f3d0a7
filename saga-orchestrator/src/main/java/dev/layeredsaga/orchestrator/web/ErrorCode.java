package dev.layeredsaga.orchestrator.web;

import dev.layeredsaga.chassis.problem.ProblemCode;
import dev.layeredsaga.orchestrator.deadletter.LetterRefusal;
import org.springframework.http.HttpStatus;

/** The error codes of requests, besides those about sagas. The names are part of the contract. */
public enum ErrorCode implements ProblemCode {
    INVALID_SIGNATURE(HttpStatus.UNAUTHORIZED, "The signature is missing, wrong or too old."),
    STUB_REFUSED(HttpStatus.FORBIDDEN, "This service takes no real order's payment from a stub."),
    UNKNOWN_PAYMENT(HttpStatus.NOT_FOUND, "There is no payment with this idempotency key."),
    PAYMENT_MISMATCH(HttpStatus.UNPROCESSABLE_CONTENT, "This is not the payment that was asked for under its key."),
    DEAD_LETTER_NOT_FOUND(HttpStatus.NOT_FOUND, "There is no dead letter with this id."),
    DEAD_LETTER_NOT_OPEN(HttpStatus.CONFLICT, "The dead letter has been sent again or discarded already."),
    DEAD_LETTER_INCOMPLETE(HttpStatus.CONFLICT, "The dead letter lacks the message or its origin, and cannot be sent."),
    EARLIER_DEAD_LETTER_OPEN(
            HttpStatus.CONFLICT, "An earlier dead letter with the same key is open. Settle that one first."),
    DEAD_LETTER_OVERTAKEN(
            HttpStatus.CONFLICT, "Later records with the same key have been handled. Look at them, then decide."),
    DEAD_LETTER_ORDER_UNKNOWN(
            HttpStatus.CONFLICT, "The records behind the message could not all be read. Look at the key, then decide."),
    DEAD_LETTER_NOT_SENT(
            HttpStatus.SERVICE_UNAVAILABLE, "The broker has not confirmed the message. The dead letter stays open."),
    REPLAY_NOT_FOUND(HttpStatus.NOT_FOUND, "There is no replay into this topic."),
    REPLAY_EXISTS(HttpStatus.CONFLICT, "There is a replay of another time into this topic. Take another topic."),
    REPLAY_TOPIC_UNAVAILABLE(HttpStatus.SERVICE_UNAVAILABLE, "The topic cannot be created; the log says why.");

    private final HttpStatus status;
    private final String detail;

    ErrorCode(HttpStatus status, String detail) {
        this.status = status;
        this.detail = detail;
    }

    /** Returns the code of a refusal, which has the same name. */
    public static ErrorCode of(LetterRefusal refusal) {
        return valueOf(refusal.name());
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

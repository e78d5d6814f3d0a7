package dev.layeredsaga.starter.web;

import dev.layeredsaga.chassis.problem.ProblemCode;
import org.springframework.http.HttpStatus;

/** The error codes of requests about sagas. The names are part of the contract. */
public enum SagaProblem implements ProblemCode {
    SAGA_NOT_FOUND(HttpStatus.NOT_FOUND, "There is no saga with this id."),
    REVISION_OUTDATED(HttpStatus.CONFLICT, "The saga has changed since you looked at it. Look again, then decide."),
    SAGA_ENDED(HttpStatus.CONFLICT, "The saga has ended; nothing will happen to it any more."),
    UNKNOWN_DEFINITION(HttpStatus.CONFLICT, "This release does not know the version of the saga's definition."),
    NO_SUCH_STEP(HttpStatus.CONFLICT, "That version has no such step for the saga to go on with."),
    NOT_SKIPPABLE(HttpStatus.CONFLICT, "Only a compensation can be skipped. Compensate instead."),
    ALREADY_COMPENSATING(HttpStatus.CONFLICT, "The saga is being undone already."),
    NOT_STUCK(HttpStatus.CONFLICT, "Only a saga that is stuck, or cannot be driven, can be resolved."),
    SAGA_PAUSED(HttpStatus.CONFLICT, "The saga is paused. Resume it, or what is paused, first."),
    NOT_PAUSED(HttpStatus.CONFLICT, "The saga itself is not paused; its step or its definition may be."),
    ACTION_FAILED(HttpStatus.INTERNAL_SERVER_ERROR, "The saga cannot be driven; the log says why."),
    SIGNAL_NOT_FOUND(HttpStatus.NOT_FOUND, "The saga's definition has no such signal."),
    SIGNAL_KEPT(HttpStatus.CONFLICT, "An earlier signal of this name waits for the saga to take it."),
    IDEMPOTENCY_KEY_MISSING(HttpStatus.BAD_REQUEST, "The header Idempotency-Key is required."),
    IDEMPOTENCY_KEY_MALFORMED(
            HttpStatus.BAD_REQUEST, "The header Idempotency-Key must be one key of 1 to 255 visible ASCII characters."),
    IDEMPOTENCY_KEY_REUSED(HttpStatus.UNPROCESSABLE_CONTENT, "The idempotency key has been used for another request."),
    DEFINITION_NOT_FOUND(HttpStatus.NOT_FOUND, "There is no definition of this name that is started over HTTP.");

    private final HttpStatus status;
    private final String detail;

    SagaProblem(HttpStatus status, String detail) {
        this.status = status;
        this.detail = detail;
    }

    /** Returns the code of a refusal, which has the same name. */
    public static SagaProblem of(Enum<?> refusal) {
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

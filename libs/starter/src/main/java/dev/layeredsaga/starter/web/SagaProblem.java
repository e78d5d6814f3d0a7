package dev.layeredsaga.starter.web;

import dev.layeredsaga.chassis.problem.ProblemCode;
import dev.layeredsaga.engine.state.ActionRefusal;
import org.springframework.http.HttpStatus;

/** The error codes of requests about sagas. The names are part of the contract. */
public enum SagaProblem implements ProblemCode {
    SAGA_NOT_FOUND(HttpStatus.NOT_FOUND, ActionRefusal.SAGA_NOT_FOUND.detail()),
    REVISION_OUTDATED(HttpStatus.CONFLICT, ActionRefusal.REVISION_OUTDATED.detail()),
    SAGA_ENDED(HttpStatus.CONFLICT, ActionRefusal.SAGA_ENDED.detail()),
    UNKNOWN_DEFINITION(HttpStatus.CONFLICT, ActionRefusal.UNKNOWN_DEFINITION.detail()),
    NO_SUCH_STEP(HttpStatus.CONFLICT, ActionRefusal.NO_SUCH_STEP.detail()),
    NOT_SKIPPABLE(HttpStatus.CONFLICT, ActionRefusal.NOT_SKIPPABLE.detail()),
    ALREADY_COMPENSATING(HttpStatus.CONFLICT, ActionRefusal.ALREADY_COMPENSATING.detail()),
    NOT_STUCK(HttpStatus.CONFLICT, ActionRefusal.NOT_STUCK.detail()),
    SAGA_PAUSED(HttpStatus.CONFLICT, ActionRefusal.SAGA_PAUSED.detail()),
    NOT_PAUSED(HttpStatus.CONFLICT, ActionRefusal.NOT_PAUSED.detail()),
    ACTION_FAILED(HttpStatus.INTERNAL_SERVER_ERROR, ActionRefusal.ACTION_FAILED.detail()),
    SIGNAL_NOT_FOUND(HttpStatus.NOT_FOUND, "The saga's definition has no such signal."),
    SIGNAL_KEPT(HttpStatus.CONFLICT, "An earlier signal of this name waits for the saga to take it."),
    IDEMPOTENCY_KEY_MISSING(HttpStatus.BAD_REQUEST, "The header Idempotency-Key is required."),
    IDEMPOTENCY_KEY_MALFORMED(
            HttpStatus.BAD_REQUEST, "The header Idempotency-Key must be one key of 1 to 255 visible ASCII characters."),
    IDEMPOTENCY_KEY_REUSED(HttpStatus.UNPROCESSABLE_CONTENT, "The idempotency key has been used for another request."),
    DEFINITION_NOT_FOUND(HttpStatus.NOT_FOUND, "There is no such definition, or step of it, for this request.");

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

package dev.layeredsaga.engine;

import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.engine.state.ActionRefusal;
import dev.layeredsaga.engine.state.ActionRequest;
import dev.layeredsaga.engine.state.Direction;
import dev.layeredsaga.engine.state.EndedAttempt.Result;
import dev.layeredsaga.engine.state.RequestedAction;
import dev.layeredsaga.engine.state.Saga;
import dev.layeredsaga.engine.state.SagaAction;
import dev.layeredsaga.engine.state.SagaStatus;
import java.util.Optional;

/** One saga being driven by an operator: when each action is possible, and what it does. */
record OperatorRun<D>(SagaExecution<D> run, Saga saga, SagaExecution.Context context) {

    /** Acts, and has it audited; or says why it cannot be done, and changes nothing. */
    Optional<ActionRefusal> act(ActionRequest request) {
        Optional<ActionRefusal> refusal = refusalOf(request.action());
        if (refusal.isEmpty()) {
            context.effects().record(RequestedAction.of(saga, request, context.now()));
            saga.decided();
            perform(request);
        }
        return refusal;
    }

    private Optional<ActionRefusal> refusalOf(SagaAction action) {
        if (saga.status().isFinal()) {
            return Optional.of(ActionRefusal.SAGA_ENDED);
        }
        boolean forward = saga.direction() == Direction.FORWARD;
        return switch (action) {
            case RETRY -> refusedIf(context.pauses().of(saga) != null, ActionRefusal.SAGA_PAUSED);
            case PAUSE -> Optional.empty();
            case RESUME -> refusedIf(saga.pausedBy() == null, ActionRefusal.NOT_PAUSED);
            case SKIP -> refusedIf(forward, ActionRefusal.NOT_SKIPPABLE);
            case COMPENSATE -> refusedIf(!forward, ActionRefusal.ALREADY_COMPENSATING);
            case RESOLVE_COMPLETED, RESOLVE_COMPENSATED ->
                refusedIf(saga.status() != SagaStatus.STUCK && isDriven(), ActionRefusal.NOT_STUCK);
        };
    }

    /** Returns false if the last run failed; throws if the next one would, as its data cannot be read. */
    private boolean isDriven() {
        run.requireReadable();
        return saga.failedRuns() == 0;
    }

    private static Optional<ActionRefusal> refusedIf(boolean impossible, ActionRefusal why) {
        return impossible ? Optional.of(why) : Optional.empty();
    }

    private void perform(ActionRequest request) {
        switch (request.action()) {
            case RETRY -> retry(request);
            case SKIP -> {
                run.attemptEnded(Result.SKIPPED, request.signed());
                run.moveOn();
            }
            case COMPENSATE -> run.cancel(reasonOf(request));
            case PAUSE -> {
                saga.pausedBy(request.signed());
                if (saga.isStarted() && saga.dueAt() != null) {
                    run.holdIfPaused();
                }
            }
            case RESUME -> {
                saga.pausedBy(null);
                if (saga.isHeld()) {
                    saga.waitUntil(context.now(), null);
                }
            }
            case RESOLVE_COMPLETED -> {
                run.attemptEnded(Result.RESOLVED, request.signed());
                run.complete();
            }
            case RESOLVE_COMPENSATED -> {
                run.attemptEnded(Result.RESOLVED, request.signed());
                giveReasonIfNone(request);
                run.endCompensated();
            }
        }
    }

    private void retry(ActionRequest request) {
        boolean started = saga.isStarted();
        run.giveUpAttempt(request.signed());
        saga.resume(context.now());
        if (run.compensateIfRequested()) {
            return;
        }
        if (started) {
            run.waitAnew();
            run.sendAgain();
        } else {
            run.start();
        }
        run.awaitAnswerEvenIfLate();
    }

    /** A saga that was being compensated has its reason already. */
    private void giveReasonIfNone(ActionRequest request) {
        if (saga.reason() == null) {
            saga.compensateBecause(context.json().writeValueAsString(reasonOf(request)));
        }
    }

    private static Reason reasonOf(ActionRequest request) {
        return Reason.of(Reason.CANCELLED_BY_OPERATOR, request.reason());
    }
}

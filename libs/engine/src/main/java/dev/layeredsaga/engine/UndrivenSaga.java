package dev.layeredsaga.engine;

import static java.util.Objects.requireNonNull;

import dev.layeredsaga.contract.saga.EngineEvent;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.engine.SagaMeters.CountedEvent;
import dev.layeredsaga.engine.definition.SagaDefinitions;
import dev.layeredsaga.engine.state.ActionRequest;
import dev.layeredsaga.engine.state.Direction;
import dev.layeredsaga.engine.state.EndedAttempt;
import dev.layeredsaga.engine.state.EndedAttempt.Result;
import dev.layeredsaga.engine.state.RequestedAction;
import dev.layeredsaga.engine.state.Saga;
import dev.layeredsaga.engine.state.SagaAction;
import dev.layeredsaga.engine.state.SagaStatus;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** A saga that its definition cannot drive: what the engine can do with it that needs neither its definition nor its data. */
final class UndrivenSaga {

    private static final int LONGEST_DETAIL = 500;

    private final Saga saga;
    private final SagaExecution.Context context;
    private final UndrivableSettings settings;
    private final SagaDefinitions definitions;
    private final Instant now;

    UndrivenSaga(Saga saga, SagaExecution.Context context, UndrivableSettings settings, SagaDefinitions definitions) {
        this.saga = saga;
        this.context = context;
        this.settings = settings;
        this.definitions = definitions;
        this.now = context.now();
    }

    /** Counts a failed run; the saga is due again after a pause, and stuck after a few. What waits for an operator alone goes on waiting. */
    void runFailed(Throwable failure) {
        context.effects().record(new CountedEvent.RunFailed(saga.definition(), step()));
        boolean stuck = saga.status() == SagaStatus.STUCK;
        if (stuck && saga.dueAt() == null) {
            return;
        }
        if (!stuck) {
            attemptEnded(Result.FAILED, shortened(failure.toString()));
        }
        saga.runFailed(notPastDeadline(settings.pauseAfter(saga.failedRuns() + 1)), reasonOf(failure));
        if (saga.failedRuns() >= settings.tries()) {
            markStuck(reasonOf(failure));
        }
    }

    /** Makes the saga due at once if this program lacks its version: one that has it sees to it. Else counts a failed run. */
    void leaveOrFail(Throwable failure) {
        if (!(failure instanceof SagaDefinitions.UnknownDefinitionException)) {
            runFailed(failure);
        } else {
            saga.waitUntil(now, saga.waitsFor());
        }
    }

    /** Schedules the next try after the retry interval. The last try's outcome comes with a reply. */
    void tryRarely() {
        saga.waitUntil(notPastDeadline(settings.retryInterval()), saga.waitsFor());
    }

    /** Ends it as the operator says, who has settled everything by hand. */
    void resolve(ActionRequest request) {
        context.effects().record(RequestedAction.of(saga, request, now));
        attemptEnded(Result.RESOLVED, request.signed());
        if (request.action() == SagaAction.RESOLVE_COMPLETED) {
            end(SagaStatus.COMPLETED, null);
        } else {
            Reason reason = reasonToEnd(request);
            saga.compensateBecause(context.json().writeValueAsString(reason));
            end(SagaStatus.COMPENSATED, reason);
        }
    }

    private void end(SagaStatus status, @Nullable Reason reason) {
        saga.end(status, now);
        context.effects().record(CountedEvent.ended(saga, reason, now));
        publish(definitions.endedByHand(saga, reason));
    }

    private Reason reasonToEnd(ActionRequest request) {
        Reason own = Reason.of(Reason.CANCELLED_BY_OPERATOR, request.reason());
        if (saga.reason() == null) {
            return own;
        }
        try {
            return context.json().readValue(saga.reason(), Reason.class);
        } catch (JacksonException e) {
            return own;
        }
    }

    private void markStuck(String why) {
        if (saga.status() != SagaStatus.STUCK) {
            saga.markStuck(why);
            context.effects().record(CountedEvent.stuck(saga, step(), why));
            publish(new EngineEvent.SagaStuck(step(), why));
        }
    }

    private void attemptEnded(Result result, String detail) {
        context.effects().record(EndedAttempt.of(saga, now, result, detail));
        saga.answered(now);
    }

    private void publish(SagaEvent event) {
        context.effects().publish(saga, saga.nextSequence(), now, event);
    }

    private String step() {
        return requireNonNull(saga.step());
    }

    private Instant notPastDeadline(Duration pause) {
        Instant next = now.plus(pause);
        boolean compensatedAtDeadline = saga.direction() == Direction.FORWARD && now.isBefore(saga.deadline());
        return compensatedAtDeadline && next.isAfter(saga.deadline()) ? saga.deadline() : next;
    }

    /** Names the exception and its place, and not its message, which may hold the saga's data: the reason is public. */
    private static String reasonOf(Throwable failure) {
        if (failure instanceof SagaDefinitions.UnknownDefinitionException) {
            return "cannot be driven: " + failure.getMessage();
        }
        StackTraceElement[] trace = failure.getStackTrace();
        String place = trace.length == 0 ? "" : " at " + trace[0].getClassName() + "." + trace[0].getMethodName();
        return "cannot be driven: " + failure.getClass().getSimpleName() + place;
    }

    private static String shortened(String detail) {
        return detail.length() > LONGEST_DETAIL ? detail.substring(0, LONGEST_DETAIL) : detail;
    }
}

package dev.layeredsaga.engine;

import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.SagaCommand;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.engine.SagaMeters.CountedEvent;
import dev.layeredsaga.engine.definition.Participant;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.SagaDefinitions;
import dev.layeredsaga.engine.state.ActionRefusal;
import dev.layeredsaga.engine.state.ActionRequest;
import dev.layeredsaga.engine.state.Direction;
import dev.layeredsaga.engine.state.EndedAttempt;
import dev.layeredsaga.engine.state.RequestedAction;
import dev.layeredsaga.engine.state.Saga;
import dev.layeredsaga.engine.state.SagaStatus;
import dev.layeredsaga.messaging.failure.FailureKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives sagas one at a time, each on a copy: what a definition throws (or that there is none) discards that copy with all that it was
 * to cause, and is counted on the saga. A failure of the database says nothing about the saga and passes through. Each method returns
 * the saga as it is afterwards.
 */
record SagaDriver(SagaDefinitions definitions, SagaExecution.Context context, UndrivableSettings settings) {

    private static final Logger log = LoggerFactory.getLogger(SagaDriver.class);

    Saga start(Saga saga) {
        return drive(saga, SagaExecution::start, failure -> {
            saga.waitToStart(definitions.of(saga).steps().getFirst().name());
            undriven(saga).runFailed(failure);
        });
    }

    /** A reply is counted as a failed run once per attempt. One that nothing awaits is not counted. */
    Saga reply(Saga saga, SagaReply reply) {
        if (saga.status() == SagaStatus.COMPLETED) {
            return saga;
        }
        boolean awaited = saga.sentAt() != null && reply.attempt().step().equals(saga.step());
        return drive(saga, (run, one, staged) -> run.reply(reply), failure -> {
            if (awaited) {
                undriven(saga).runFailed(failure);
            }
        });
    }

    /** Returns the saga itself if its definition cannot handle the signal, which is then counted as a failed run. */
    Saga signal(Saga saga, String payload) {
        return drive(saga, run -> run.signal(payload), failure -> undriven(saga).runFailed(failure));
    }

    /** Ignores the reply, and hands it to {@code awaited} if the saga awaited it. A saga that cannot be driven stays as it is. */
    Saga refuse(Saga saga, SagaReply reply, Consumer<SagaReply> awaited) {
        return drive(
                saga,
                run -> {
                    if (run.refuse(reply)) {
                        awaited.accept(reply);
                    }
                },
                failure -> {});
    }

    /** Compensates the saga now, or as soon as it can be driven again. */
    Saga cancel(Saga saga, Reason reason) {
        boolean wanted = saga.status().isFinal() || saga.direction() == Direction.BACKWARD || saga.reason() != null;
        return wanted
                ? saga
                : drive(saga, run -> run.cancel(reason), failure -> {
                    saga.compensateBecause(context.json().writeValueAsString(reason));
                    undriven(saga).leaveOrFail(failure);
                });
    }

    /** Has the saga do a step again that it is past. One that cannot be driven stays as it is. */
    Saga repeat(Saga saga, String step) {
        return drive(saga, run -> run.repeat(definitions.of(saga).indexOf(step)), failure -> {});
    }

    Saga due(Saga saga) {
        Saga driven = drive(saga, SagaExecution::due, failure -> undriven(saga).runFailed(failure));
        if (driven.status() == SagaStatus.STUCK && driven.failedRuns() >= settings.tries()) {
            undriven(driven).tryRarely();
        }
        return driven;
    }

    /** Acts and has it audited, or passes the refusal to {@code refused} and changes nothing. */
    Saga act(Saga saga, ActionRequest request, Consumer<ActionRefusal> refused) {
        if (saga.status().isFinal()) {
            refused.accept(ActionRefusal.SAGA_ENDED);
            return saga;
        }
        Optional<ActionRefusal> immovable = refusalToMove(saga, request);
        if (immovable.isPresent()) {
            refused.accept(immovable.get());
            return saga;
        }
        Saga moved = saga.copy();
        if (request.definitionVersion() != null) {
            moved.moveTo(request.definitionVersion());
        }
        List<ActionRefusal> refusals = new ArrayList<>();
        Saga driven = drive(
                moved,
                (run, one, staged) ->
                        new OperatorRun<>(run, one, staged).act(request).ifPresent(refusals::add),
                failure -> actOnUndriven(saga, request).ifPresent(refusals::add));
        refusals.forEach(refused);
        // what could not be driven has been ended by hand, or left alone
        return driven == moved || !refusals.isEmpty() ? saga : driven;
    }

    private Optional<ActionRefusal> refusalToMove(Saga saga, ActionRequest request) {
        Integer version = request.definitionVersion();
        if (version == null) {
            return Optional.empty();
        }
        Optional<SagaDefinition<?>> other = definitions.find(saga.definition(), version);
        if (other.isEmpty()) {
            return Optional.of(ActionRefusal.UNKNOWN_DEFINITION);
        }
        return other.get().canTake(saga) ? Optional.empty() : Optional.of(ActionRefusal.NO_SUCH_STEP);
    }

    private Optional<ActionRefusal> actOnUndriven(Saga saga, ActionRequest request) {
        boolean isElsewhere = definitions.find(saga).isEmpty();
        if (isElsewhere && saga.status() != SagaStatus.STUCK) {
            return Optional.of(ActionRefusal.UNKNOWN_DEFINITION);
        }
        return switch (request.action()) {
            case RESOLVE_COMPLETED, RESOLVE_COMPENSATED -> {
                undriven(saga).resolve(request);
                yield Optional.empty();
            }
            case RETRY, SKIP, COMPENSATE, PAUSE, RESUME ->
                Optional.of(isElsewhere ? ActionRefusal.UNKNOWN_DEFINITION : ActionRefusal.ACTION_FAILED);
        };
    }

    private UndrivenSaga undriven(Saga saga) {
        return new UndrivenSaga(saga, context, settings, definitions);
    }

    private interface Input {

        void accept(SagaExecution<?> run, Saga saga, SagaExecution.Context context);
    }

    private Saga drive(Saga saga, Consumer<SagaExecution<?>> input, Consumer<Throwable> failed) {
        return drive(saga, (run, one, staged) -> input.accept(run), failed);
    }

    private Saga drive(Saga saga, Input input, Consumer<Throwable> failed) {
        Saga copy = saga.copy();
        StagedEffects effects = new StagedEffects();
        SagaExecution.Context staged = context.with(effects);
        try {
            input.accept(new SagaExecution<>(definitions.of(copy), copy, staged), copy, staged);
        } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
            requireDefinitionsFault(e);
            log.warn("saga {} could not be driven in step {}", saga.id(), saga.step(), e);
            failed.accept(e);
            return saga;
        }
        effects.applyTo(context.effects());
        return copy;
    }

    /** Keeps what a run causes, in its order, until it is known that the run comes to its end. */
    private static final class StagedEffects implements SagaEffects {

        private final List<Consumer<SagaEffects>> staged = new ArrayList<>();

        void applyTo(SagaEffects effects) {
            staged.forEach(effect -> effect.accept(effects));
        }

        @Override
        public void send(Participant participant, SagaCommand command) {
            staged.add(effects -> effects.send(participant, command));
        }

        @Override
        public void publish(Saga saga, long sequence, Instant at, SagaEvent event) {
            staged.add(effects -> effects.publish(saga, sequence, at, event));
        }

        @Override
        public void record(EndedAttempt attempt) {
            staged.add(effects -> effects.record(attempt));
        }

        @Override
        public void record(RequestedAction action) {
            staged.add(effects -> effects.record(action));
        }

        @Override
        public void record(CountedEvent news) {
            staged.add(effects -> effects.record(news));
        }
    }

    private static void requireDefinitionsFault(Throwable failure) {
        boolean databases = switch (FailureKind.of(failure)) {
            case DATABASE, DATA -> true;
            case MALFORMED, NOT_HERE, UNKNOWN -> false;
        };
        if (databases && failure instanceof RuntimeException e) {
            throw e;
        }
    }
}

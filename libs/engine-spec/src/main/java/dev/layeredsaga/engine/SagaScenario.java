package dev.layeredsaga.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.SagaCommand;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.SagaMeters.CountedEvent;
import dev.layeredsaga.engine.definition.MethodCommand;
import dev.layeredsaga.engine.definition.Participant;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.query.ActionView;
import dev.layeredsaga.engine.state.ActionRefusal;
import dev.layeredsaga.engine.state.ActionRequest;
import dev.layeredsaga.engine.state.EndedAttempt;
import dev.layeredsaga.engine.state.Pauses;
import dev.layeredsaga.engine.state.RequestedAction;
import dev.layeredsaga.engine.state.Saga;
import dev.layeredsaga.engine.state.SagaAction;
import dev.layeredsaga.engine.state.SagaStatus;
import dev.layeredsaga.messaging.envelope.MessageJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A saga as a specification: what happens to it, and what it must do in answer, with neither Spring nor a database and on a
 * clock that only the test moves. Its local steps run at once, its calls {@link #whenCallsRun when the test says so}. Whatever the saga does has to be expected, in its order, before the next thing happens.
 */
public final class SagaScenario<D> {

    static final String OPERATORS_REASON = "the bank is back";

    /** The time of every saga's start. */
    public static final Instant START = Instant.parse("2026-01-01T12:00:00Z");

    private static final ReplyProofs PROOFS = new ReplyProofs(new byte[32]);

    private final SagaDefinition<D> definition;
    private final Saga saga;
    private final Recorder recorder = new Recorder();
    private final Map<String, String> signals = new HashMap<>();
    private Pauses pauses = Pauses.NONE;
    private Instant now = START;

    private SagaScenario(SagaDefinition<D> definition, D data) {
        this.definition = definition.verified();
        this.saga =
                definition.newSaga(UUID.randomUUID(), data, MessageJson.mapper().writeValueAsString(data), START);
    }

    /** A saga that has just been started. */
    public static <D> SagaScenario<D> given(SagaDefinition<D> definition, D data) {
        SagaScenario<D> scenario = new SagaScenario<>(definition, data);
        return scenario.happens(() -> scenario.run().start());
    }

    /** A saga that has just been started, as one that may have been lost when it had come as far as {@code reached}. */
    public static <D> SagaScenario<D> givenAgain(SagaDefinition<D> definition, D data, String reached) {
        SagaScenario<D> scenario = new SagaScenario<>(definition, data);
        scenario.saga.hasReached(reached);
        return scenario.happens(() -> scenario.run().start());
    }

    /** Answers the command that the saga sent last. */
    public SagaScenario<D> whenReply(Function<StepAttempt, ? extends SagaReply> reply) {
        return whenReplyToAttempt(saga.attempt(), reply);
    }

    /** Answers an attempt, perhaps an earlier one, at the step the saga is in. */
    public SagaScenario<D> whenReplyToAttempt(int attempt, Function<StepAttempt, ? extends SagaReply> reply) {
        return whenReplyTo(new StepAttempt(saga.id(), String.valueOf(saga.step()), attempt), reply);
    }

    /** Answers the first attempt at a step, perhaps one that the saga has left behind. */
    public SagaScenario<D> whenReplyToStep(String step, Function<StepAttempt, ? extends SagaReply> reply) {
        return whenReplyTo(new StepAttempt(saga.id(), step, 1), reply);
    }

    private SagaScenario<D> whenReplyTo(StepAttempt attempt, Function<StepAttempt, ? extends SagaReply> reply) {
        return happens(() -> run().reply(reply.apply(attempt)));
    }

    /** The saga is given a signal, which it takes now or when it comes to the step of that name. */
    public SagaScenario<D> whenSignal(String name, Record signal) {
        assertThat(definition.signals().get(name)).as("the type of '%s'", name).isEqualTo(signal.getClass());
        return happens(() -> signals.put(name, MessageJson.mapper().writeValueAsString(signal)));
    }

    public SagaScenario<D> whenCancelled(Reason reason) {
        return happens(
                () -> assertThat(run().cancel(reason)).as("can be cancelled").isTrue());
    }

    public SagaScenario<D> whenCancelledInVain(Reason reason) {
        return happens(
                () -> assertThat(run().cancel(reason)).as("can be cancelled").isFalse());
    }

    /** An operator acts, who is allowed to. */
    public SagaScenario<D> whenOperatorAsksFor(SagaAction action) {
        return happens(
                () -> assertThat(operate(action)).as("refusal of %s", action).isEmpty());
    }

    /** Kim pauses the definition, or a step of it; the bank lies. */
    public SagaScenario<D> whenPaused(@Nullable String step, boolean compensation) {
        return happens(() -> pauses = new Pauses(
                List.of(new Pauses.Pause(definition.name(), step, compensation, "kim", "the bank lies", now))));
    }

    /** The pause ends, and the saga is due if it was held. */
    public SagaScenario<D> whenResumed() {
        return happens(() -> {
            pauses = Pauses.NONE;
            if (saga.isHeld() && saga.dueAt() == null) {
                saga.waitUntil(now, null);
            }
        });
    }

    /** Nothing comes of what is refused. */
    public SagaScenario<D> expectRefusal(SagaAction action, ActionRefusal why) {
        expectNothing();
        SagaStatus before = saga.status();
        int audited = recorder.actions.size();
        assertThat(operate(action)).as("refusal of %s", action).contains(why);
        assertThat(recorder.actions).as("audit").hasSize(audited);
        return expectNothing().expectStatus(before);
    }

    private Optional<ActionRefusal> operate(SagaAction action) {
        ActionRequest request = new ActionRequest(action, "kim", OPERATORS_REASON);
        return new OperatorRun<>(run(), saga, context()).act(request);
    }

    /** The moment comes that the saga waits for. */
    public SagaScenario<D> whenDue() {
        Instant due = saga.dueAt();
        now = Objects.requireNonNull(due, "the saga is not due at all");
        return happens(() -> run().due());
    }

    /** Makes the calls that are out, in their order; what comes of each goes to the saga. */
    public SagaScenario<D> whenCallsRun() {
        List<MethodCommand<?>> out = List.copyOf(recorder.calls);
        assertThat(out).as("calls that are out").isNotEmpty();
        recorder.calls.clear();
        return happens(() -> out.forEach(call -> run().reply(call.run())));
    }

    /** Time passes before the next thing happens; the saga is not driven meanwhile. */
    public SagaScenario<D> after(Duration pause) {
        now = now.plus(pause);
        return this;
    }

    /** As {@link #after}, but counted from the saga's start. */
    public SagaScenario<D> at(Duration sinceStart) {
        now = START.plus(sinceStart);
        return this;
    }

    /** Drives the saga whenever it is due until so much time has passed, and forgets what it did meanwhile. */
    public SagaScenario<D> whenUnansweredFor(Duration period) {
        Instant end = now.plus(period);
        for (Instant due = saga.dueAt(); due != null && !due.isAfter(end); due = saga.dueAt()) {
            now = due;
            run().due();
            runLocalSteps();
            assertThat(saga.dueAt()).as("due again").isNotEqualTo(due);
        }
        now = end;
        recorder.forgetUnexpected();
        return this;
    }

    public SagaScenario<D> expectCommand(Class<? extends SagaCommand> type) {
        return expectCommand(type, command -> {});
    }

    public <C extends SagaCommand> SagaScenario<D> expectCommand(Class<C> type, Consumer<C> check) {
        SagaCommand next = recorder.commands.poll();
        assertThat(next).as("the saga's next command").isInstanceOf(type);
        check.accept(type.cast(next));
        return this;
    }

    public SagaScenario<D> expectEvent(Class<? extends SagaEvent> type) {
        return expectEvent(type, event -> {});
    }

    public <E extends SagaEvent> SagaScenario<D> expectEvent(Class<E> type, Consumer<E> check) {
        SagaEvent next = recorder.events.poll();
        assertThat(next).as("the saga's next event").isInstanceOf(type);
        check.accept(type.cast(next));
        return this;
    }

    public SagaScenario<D> expectNothing() {
        assertThat(recorder.commands).as("further commands").isEmpty();
        assertThat(recorder.events).as("further events").isEmpty();
        return this;
    }

    public SagaScenario<D> expectStatus(SagaStatus status) {
        assertThat(saga.status()).isEqualTo(status);
        return this;
    }

    public SagaScenario<D> expectDueIn(Duration pause) {
        assertThat(saga.dueAt()).isEqualTo(now.plus(pause));
        return this;
    }

    public SagaScenario<D> expectNeverDue() {
        assertThat(saga.dueAt()).as("due").isNull();
        return this;
    }

    public SagaScenario<D> expectWaitsFor(@Nullable String why) {
        assertThat(saga.waitsFor()).isEqualTo(why);
        return this;
    }

    /** Asserts that the saga has ended and published that once, and that its events have no gap. */
    public void expectEnd(SagaStatus status) {
        expectNothing().expectNeverDue().expectStatus(status);
        assertThat(recorder.endings).as("ending events").containsExactly(recorder.published.getLast());
    }

    /** Asserts the progress of the last of the operators' actions. */
    public SagaScenario<D> expectLastAction(SagaAction action, ActionView.State state) {
        assertThat(recorder.actions.getLast().action()).isEqualTo(action);
        return expectAction(recorder.actions.size() - 1, state);
    }

    /** Asserts an action's progress; what is done is done just now. */
    public SagaScenario<D> expectAction(int index, ActionView.State state) {
        ActionView action = ActionView.of(recorder.actions.get(index), saga, recorder.history);
        assertThat(action.state()).isEqualTo(state);
        assertThat(action.doneAt()).isEqualTo(state == ActionView.State.DONE ? now : null);
        return this;
    }

    public List<EndedAttempt> history() {
        return List.copyOf(recorder.history);
    }

    private SagaScenario<D> happens(Runnable what) {
        expectNothing();
        what.run();
        runLocalSteps();
        takeSignals();
        return this;
    }

    private void takeSignals() {
        for (String name = saga.step(); name != null && definition.awaits(saga, name); name = saga.step()) {
            String signal = signals.remove(name);
            if (signal == null) {
                return;
            }
            run().signal(signal);
        }
    }

    /** In the same transaction, where there is one. */
    private void runLocalSteps() {
        for (MethodCommand<?> next = recorder.local.poll(); next != null; next = recorder.local.poll()) {
            run().reply(next.run());
        }
    }

    private SagaExecution<D> run() {
        return new SagaExecution<>(definition, saga, context());
    }

    private SagaExecution.Context context() {
        return new SagaExecution.Context(MessageJson.mapper(), PROOFS, recorder, now, pauses);
    }

    private final class Recorder implements SagaEffects {

        private final Deque<SagaCommand> commands = new ArrayDeque<>();
        private final Deque<MethodCommand<?>> local = new ArrayDeque<>();
        private final Deque<MethodCommand<?>> calls = new ArrayDeque<>();
        private final Deque<SagaEvent> events = new ArrayDeque<>();
        private final List<SagaEvent> published = new ArrayList<>();
        private final List<SagaEvent> endings = new ArrayList<>();
        private final List<EndedAttempt> history = new ArrayList<>();
        private final List<RequestedAction> actions = new ArrayList<>();

        @Override
        public void send(Participant participant, SagaCommand command) {
            if (command instanceof MethodCommand<?> method) {
                (method.isCall() ? calls : local).add(method);
            } else {
                commands.add(command);
            }
        }

        @Override
        public void publish(Saga one, long sequence, Instant at, SagaEvent event) {
            published.add(event);
            if (saga.status().isFinal()) {
                endings.add(event);
            }
            events.add(event);
            assertThat(sequence).as("sequence of %s", event).isEqualTo(published.size());
        }

        @Override
        public void record(EndedAttempt attempt) {
            history.add(attempt);
        }

        @Override
        public void record(RequestedAction action) {
            actions.add(action);
        }

        @Override
        public void record(CountedEvent news) {}

        void forgetUnexpected() {
            commands.clear();
            events.clear();
        }
    }
}

package dev.layeredsaga.engine;

import static java.util.Objects.requireNonNull;

import dev.layeredsaga.contract.saga.EngineEvent;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.SagaCommand;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.SagaMeters.CountedEvent;
import dev.layeredsaga.engine.definition.Exchange;
import dev.layeredsaga.engine.definition.FailurePolicy;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.Step;
import dev.layeredsaga.engine.definition.StepOutcome;
import dev.layeredsaga.engine.definition.StepOutcome.Deferred;
import dev.layeredsaga.engine.definition.StepOutcome.Done;
import dev.layeredsaga.engine.definition.StepOutcome.GoBack;
import dev.layeredsaga.engine.definition.StepOutcome.NeedsOperator;
import dev.layeredsaga.engine.definition.StepOutcome.Refused;
import dev.layeredsaga.engine.definition.StepOutcome.TryAgain;
import dev.layeredsaga.engine.state.Direction;
import dev.layeredsaga.engine.state.EndedAttempt;
import dev.layeredsaga.engine.state.EndedAttempt.Result;
import dev.layeredsaga.engine.state.Pauses;
import dev.layeredsaga.engine.state.Saga;
import dev.layeredsaga.engine.state.SagaStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** One saga being driven by one input: the rules of the engine. Changes nothing but the saga it was given. */
final class SagaExecution<D> {

    /** The inputs of a run besides the saga. */
    record Context(JsonMapper json, ReplyProofs proofs, SagaEffects effects, Instant now, Pauses pauses) {

        Context with(SagaEffects others) {
            return new Context(json, proofs, others, now, pauses);
        }
    }

    /** Long enough for forged replies not to make a saga ask without pause. */
    private static final Duration ASK_AGAIN_AFTER_REFUSAL = Duration.ofSeconds(2);

    private final SagaDefinition<D> definition;
    private final Saga saga;
    private final SagaData<D> data;
    private final Context context;
    private final Instant now;

    SagaExecution(SagaDefinition<D> definition, Saga saga, Context context) {
        this.definition = definition;
        this.saga = saga;
        this.data = new SagaData<>(saga, definition.dataType(), context.json());
        this.context = context;
        this.now = context.now();
    }

    void start() {
        publish(definition.started(data.get()));
        goOnFrom(0);
    }

    /**
     * A participant has answered. What is not awaited is ignored: an answer that came twice, one to a step that is behind us, and
     * anything but success in answer to an attempt that has been repeated since (the repetition's answer is on its way). A step that is
     * done after its saga has been compensated is compensated once more.
     */
    void reply(SagaReply reply) {
        if (saga.status() == SagaStatus.COMPENSATED) {
            compensateLate(reply);
            return;
        }
        if (saga.status().isFinal() || !reply.attempt().step().equals(saga.step())) {
            return;
        }
        if (compensateIfRequested()) {
            return;
        }
        StepOutcome<D> outcome = exchange().outcomeOf(data.get(), reply);
        boolean current = reply.attempt().attempt() == saga.attempt() && saga.sentAt() != null;
        if (outcome != null && (current || outcome instanceof Done)) {
            apply(
                    outcome,
                    current ? null : "in answer to attempt " + reply.attempt().attempt());
        }
    }

    private void compensateLate(SagaReply reply) {
        Step<D> step = definition.steps().get(definition.indexOf(reply.attempt().step()));
        Exchange<D> compensation = step.compensation();
        if (compensation != null && isDoneBy(step.action().outcomeOf(data.get(), reply))) {
            context.effects()
                    .send(
                            compensation.participant(),
                            compensation.command(data.get(), context.proofs().prove(reply.attempt())));
            context.effects().record(new CountedEvent.LateCompensation(saga.definition(), step.name()));
        }
    }

    private static boolean isDoneBy(@Nullable StepOutcome<?> outcome) {
        return outcome instanceof Done || outcome instanceof NeedsOperator;
    }

    /** Ignores a reply that is not to be trusted. Returns true if such a one was awaited: then the participant is asked again soon. */
    boolean refuse(SagaReply reply) {
        if (saga.status().isFinal()
                || !reply.attempt().step().equals(saga.step())
                || !exchange().awaits(reply)) {
            return false;
        }
        Instant soon = now.plus(ASK_AGAIN_AFTER_REFUSAL);
        Instant due = saga.dueAt();
        if (due != null && soon.isBefore(due)) {
            saga.waitUntil(soon, saga.waitsFor());
        }
        return true;
    }

    /** The signal has come that the saga waits for. */
    void signal(String payload) {
        if (!compensateIfRequested()) {
            Record signal = context.json()
                    .readValue(payload, requireNonNull(currentStep().signal()));
            apply(currentStep().outcomeOf(data.get(), signal), null);
        }
    }

    /** The saga's time has come: its deadline, an answer that did not arrive, or the end of a backoff or a pause. */
    void due() {
        if (compensateIfRequested()) {
            return;
        }
        boolean started = saga.isStarted();
        if (started && holdIfPaused()) {
            return;
        }
        saga.goOn(now);
        if (started && waitsUntil() != null) {
            waitOnOrEnd();
            return;
        }
        Duration unanswered = unanswered();
        giveUpAttempt(null);
        if ((isLate() || isExhausted()) && giveUp(saga.waitsFor())) {
            return;
        }
        if (started) {
            sendAgain(isKeptAlive() ? policy().timeout() : policy().timeoutAfter(unanswered));
        } else {
            start();
        }
    }

    private void waitOnOrEnd() {
        if (isLate()) {
            apply(currentStep().outcomeOfWaiting(data.get()), null);
        } else {
            sendAgain();
        }
    }

    /** Compensates the saga. Returns false if it is too late for that, or it is being compensated already. */
    boolean cancel(Reason reason) {
        if (saga.status().isFinal() || saga.direction() == Direction.BACKWARD) {
            return false;
        }
        giveUpAttempt(reason.message());
        compensate(reason, index());
        return true;
    }

    /** Compensates the saga if that was requested while it could not be driven; else returns false. */
    boolean compensateIfRequested() {
        return saga.direction() == Direction.FORWARD && saga.reason() != null && cancel(compensationReason());
    }

    private Reason compensationReason() {
        return context.json().readValue(requireNonNull(saga.reason()), Reason.class);
    }

    /** Reads the saga's data; throws if this definition cannot. */
    void requireReadable() {
        D unused = data.get();
    }

    private void apply(StepOutcome<D> outcome, @Nullable String lateness) {
        switch (outcome) {
            case Done<D> done -> {
                attemptEnded(Result.DONE, lateness);
                data.change(done.data());
                done.events().forEach(this::publish);
                moveOn();
            }
            case Refused<D> refusal -> {
                attemptEnded(
                        Result.REFUSED,
                        refusal.reason().code() + ": " + refusal.reason().message());
                if (policy().isFinal(refusal.reason().code())) {
                    refused(refusal.reason());
                } else {
                    tryLater(refusal.reason().message(), Duration.ZERO);
                }
            }
            case TryAgain<D> later -> {
                attemptEnded(Result.TRY_AGAIN, later.why());
                if (later.data() != null) {
                    data.change(later.data());
                }
                tryLater(later.why(), later.after() == null ? Duration.ZERO : later.after());
            }
            case Deferred<D> later -> saga.waitUntil(dueIn(later.askAgainAfter()), later.why());
            case GoBack<D> back -> {
                attemptEnded(Result.WENT_BACK, back.why());
                goBack(definition.indexOf(back.step()));
            }
            case NeedsOperator<D> help -> {
                attemptEnded(Result.NEEDS_OPERATOR, help.why());
                markStuck(help.why());
                saga.neverDue();
            }
        }
    }

    private void goBack(int to) {
        if (saga.direction() == Direction.BACKWARD || to >= index()) {
            throw new IllegalStateException(
                    "saga " + saga.id() + " cannot go back from " + saga.step() + " to step " + to);
        }
        endWait();
        saga.hasReached(definition.steps().get(Math.max(index() - 1, reached())).name());
        enter(to, Direction.FORWARD);
    }

    /** Goes back to a step that is for this saga, as soon as it can be driven, as if an attempt had had no answer. */
    void repeat(int to) {
        if (saga.direction() == Direction.FORWARD
                && to < index()
                && definition.steps().get(to).isFor(data.get())) {
            giveUpAttempt(null);
            endWait();
            saga.enter(definition.steps().get(to).name(), Direction.FORWARD, now);
            saga.sent(now, now);
        }
    }

    /** The index of the last step that was done before the saga went back, or may have been before it was lost; -1 if there is none. */
    private int reached() {
        return saga.reached() == null ? -1 : definition.indexOf(saga.reached());
    }

    private void refused(Reason reason) {
        if (saga.direction() == Direction.FORWARD) {
            compensate(reason, index() - 1);
        } else {
            markStuck(reason.message());
            saga.neverDue();
        }
    }

    void moveOn() {
        if (saga.direction() == Direction.BACKWARD) {
            compensateFrom(index() - 1);
        } else {
            endWait();
            goOnFrom(index() + 1);
        }
    }

    /** Enters the first step from there on that is for this saga. */
    private void goOnFrom(int from) {
        int next = from;
        while (next < definition.steps().size() && !definition.steps().get(next).isFor(data.get())) {
            next++;
        }
        if (next < definition.steps().size()) {
            enter(next, Direction.FORWARD);
        } else {
            complete();
        }
    }

    void complete() {
        end(SagaStatus.COMPLETED, null);
        publish(definition.completed(data.get()));
    }

    private void compensate(Reason reason, int from) {
        saga.compensateBecause(context.json().writeValueAsString(reason));
        int last = Math.max(from, reached());
        if (compensableAtOrBefore(last) >= 0) {
            publish(new EngineEvent.CompensationStarted(reason));
        }
        compensateFrom(last);
    }

    private void compensateFrom(int from) {
        int next = compensableAtOrBefore(from);
        if (next >= 0) {
            enter(next, Direction.BACKWARD);
        } else {
            endCompensated();
        }
    }

    void endCompensated() {
        Reason reason = compensationReason();
        end(SagaStatus.COMPENSATED, reason);
        publish(definition.compensated(data.get(), reason));
    }

    private void end(SagaStatus status, @Nullable Reason reason) {
        saga.end(status, now);
        context.effects().record(CountedEvent.ended(saga, reason, now));
    }

    private int compensableAtOrBefore(int from) {
        int index = from;
        while (index >= 0 && !isToBeCompensated(definition.steps().get(index))) {
            index--;
        }
        return index;
    }

    private boolean isToBeCompensated(Step<D> step) {
        return step.compensation() != null && step.isFor(data.get());
    }

    private void enter(int index, Direction direction) {
        saga.enter(definition.steps().get(index).name(), direction, now);
        beginWait();
        if (!holdIfPaused()) {
            send(policy().timeout());
        }
    }

    /** Holds the saga where it stands if it is paused there. */
    boolean holdIfPaused() {
        String why = context.pauses().of(saga);
        if (why != null) {
            saga.hold(now, why);
        }
        return why != null;
    }

    void sendAgain() {
        sendAgain(policy().timeout());
    }

    private void sendAgain(Duration timeout) {
        send(timeout);
        Exchange<D> keepAlive = currentStep().keepAlive(data.get());
        if (keepAlive != null) {
            context.effects().send(keepAlive.participant(), keepAlive.command(data.get(), unproven()));
        }
    }

    /** Returns for how long the present attempt has been out; zero if it is answered. */
    private Duration unanswered() {
        Instant sentAt = saga.sentAt();
        return sentAt == null ? Duration.ZERO : Duration.between(sentAt, now);
    }

    /** Returns true if what another step has must be kept, for which the command has to be sent at a steady pace. */
    private boolean isKeptAlive() {
        return currentStep().keepAlive(data.get()) != null;
    }

    private void send(Duration timeout) {
        Instant end = waitsUntil();
        if (end != null) {
            await(end);
            return;
        }
        saga.sent(now, dueIn(timeout));
        SagaCommand command = reached() < index()
                ? exchange().command(data.get(), attempt())
                : exchange().commandAgain(data.get(), attempt());
        context.effects().send(exchange().participant(), command);
    }

    private void await(Instant end) {
        if (saga.sentAt() == null) {
            saga.sent(now, end);
        }
        String what = currentStep().signal() == null ? "waits" : "waits for the signal '" + saga.step() + "'";
        saga.waitUntil(end.isBefore(now) ? now : end, what + " until " + end);
    }

    /** Has a person's retry give a step that waits its whole time once more. */
    void waitAnew() {
        endWait();
        if (waitsUntil() != null) {
            saga.beginStepAnew(now);
        }
        beginWait();
    }

    /** Returns until when the saga waits where it is; null if it does not. */
    private @Nullable Instant waitsUntil() {
        return saga.direction() == Direction.FORWARD ? currentStep().waitsUntil(data.get(), saga.stepSince()) : null;
    }

    /** Postpones the saga's deadline by the time to wait. */
    private void beginWait() {
        saga.postponeDeadline(restOfWait());
    }

    /** Has the rest of the time to wait count after all. */
    private void endWait() {
        saga.postponeDeadline(restOfWait().negated());
    }

    private Duration restOfWait() {
        Instant end = waitsUntil();
        return end == null || end.isBefore(now) ? Duration.ZERO : Duration.between(now, end);
    }

    /** A saga that got stuck past its deadline is late already, but the answer to what it has just sent still counts. */
    void awaitAnswerEvenIfLate() {
        if (isLate()) {
            saga.waitUntil(now.plus(policy().timeout()), null);
        }
    }

    /** In as long as the policy and the participant want, but soon enough to keep alive what is kept so. */
    private void tryLater(String why, Duration wanted) {
        if (isExhausted() && giveUp(why)) {
            return;
        }
        Duration pause = Collections.max(List.of(policy().pauseAfter(saga.waited(now), saga.attempt()), wanted));
        Duration kept = Collections.min(List.of(pause, policy().timeout()));
        saga.waitUntil(dueIn(isKeptAlive() ? kept : pause), why);
    }

    /** In so long, but not past the time at which the saga is late, which has to be acted on when it comes. */
    private Instant dueIn(Duration pause) {
        Instant due = now.plus(pause);
        return due.isAfter(latest()) && policy().then() != FailurePolicy.Then.ALERT_AN_OPERATOR ? latest() : due;
    }

    private boolean isLate() {
        return !now.isBefore(latest());
    }

    private boolean isExhausted() {
        return policy().isExhaustedBy(saga.attempt());
    }

    /** The time when the saga is late: the end of its wait, its own deadline, which does not count for compensation, or the policy's limit. */
    private Instant latest() {
        Instant waitsUntil = waitsUntil();
        if (waitsUntil != null) {
            return waitsUntil;
        }
        return policy().end(saga.stepSince(), saga.direction() == Direction.FORWARD ? saga.deadline() : Instant.MAX);
    }

    /** Does what the policy says. Returns false if the step goes on being tried all the same. */
    private boolean giveUp(@Nullable String waitsFor) {
        FailurePolicy.Then then = policy().then();
        if (then == FailurePolicy.Then.COMPENSATE) {
            compensate(currentStep().tooLate(data.get()), index());
            return true;
        }
        markStuck(
                waitsFor == null ? "no answer from " + exchange().participant().name() : waitsFor);
        if (then == FailurePolicy.Then.ASK_AN_OPERATOR) {
            saga.neverDue();
        }
        return then == FailurePolicy.Then.ASK_AN_OPERATOR;
    }

    private void markStuck(String why) {
        if (saga.status() != SagaStatus.STUCK) {
            saga.markStuck(why);
            context.effects().record(CountedEvent.stuck(saga, currentStep().name(), why));
            publish(new EngineEvent.SagaStuck(currentStep().name(), why));
        }
    }

    /** The attempt that is out, if any, is not waited for any longer. */
    void giveUpAttempt(@Nullable String why) {
        if (saga.sentAt() != null) {
            attemptEnded(Result.NO_ANSWER, why);
        }
    }

    void attemptEnded(Result result, @Nullable String detail) {
        context.effects().record(EndedAttempt.of(saga, now, result, detail));
        saga.answered(now);
    }

    private void publish(SagaEvent event) {
        context.effects().publish(saga, saga.nextSequence(), now, event);
    }

    private StepAttempt attempt() {
        return context.proofs().prove(unproven());
    }

    /** For a participant that must not be able to answer for that of the step. */
    private StepAttempt unproven() {
        return new StepAttempt(saga.id(), currentStep().name(), saga.attempt());
    }

    private Exchange<D> exchange() {
        return saga.direction() == Direction.FORWARD
                ? currentStep().action()
                : requireNonNull(currentStep().compensation());
    }

    private FailurePolicy policy() {
        return definition.policy(currentStep(), saga.direction());
    }

    private Step<D> currentStep() {
        return definition.steps().get(index());
    }

    private int index() {
        return definition.indexOf(saga.step());
    }
}

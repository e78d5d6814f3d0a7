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
    record Context(
            JsonMapper json,
            Duration compensationTimeout,
            ReplyProofs proofs,
            SagaEffects effects,
            Instant now,
            Pauses pauses) {

        Context with(SagaEffects others) {
            return new Context(json, compensationTimeout, proofs, others, now, pauses);
        }
    }

    /** Long enough for forged replies not to make a saga ask without pause. */
    private static final Duration ASK_AGAIN_AFTER_REFUSAL = Duration.ofSeconds(2);

    private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(1);

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
        tell(definition.started(data.get()));
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
        if (undoAsWanted()) {
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
        Exchange<D> undo = step.compensation();
        if (undo != null && isDoneBy(step.action().outcomeOf(data.get(), reply))) {
            context.effects()
                    .send(
                            undo.participant(),
                            undo.command(data.get(), context.proofs().prove(reply.attempt())));
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
        if (!undoAsWanted()) {
            Record signal = context.json()
                    .readValue(payload, requireNonNull(currentStep().signal()));
            apply(currentStep().outcomeOf(data.get(), signal), null);
        }
    }

    /** The saga's time has come: its deadline, an answer that did not arrive, or the end of a backoff or a pause. */
    void due() {
        if (undoAsWanted()) {
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
        if (isLate()) {
            undo(currentStep().tooLate(data.get()), index());
        } else if (!started) {
            start();
        } else {
            parkIfTimedOut();
            sendAgain(timeoutAfter(unanswered));
        }
    }

    private void waitOnOrEnd() {
        if (isLate()) {
            apply(currentStep().outcomeOfWaiting(data.get()), null);
        } else {
            sendAgain();
        }
    }

    /** Someone wants the saga undone. Returns false if it is too late for that, or it is being undone already. */
    boolean cancel(Reason reason) {
        if (saga.status().isFinal() || saga.direction() == Direction.BACKWARD) {
            return false;
        }
        giveUpAttempt(reason.message());
        undo(reason, index());
        return true;
    }

    /** Undoes a saga that was to be undone when it could not be driven. Returns false if there is no such wish. */
    boolean undoAsWanted() {
        return saga.direction() == Direction.FORWARD && saga.reason() != null && cancel(reasonOfUndoing());
    }

    private Reason reasonOfUndoing() {
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
                done.events().forEach(this::tell);
                moveOn();
            }
            case Refused<D> refusal -> {
                attemptEnded(
                        Result.REFUSED,
                        refusal.reason().code() + ": " + refusal.reason().message());
                refused(refusal.reason());
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

    /** The index of the last step that was done before the saga went back, or may have been before it was lost; -1 if there is none. */
    private int reached() {
        return saga.reached() == null ? -1 : definition.indexOf(saga.reached());
    }

    private void refused(Reason reason) {
        if (saga.direction() == Direction.FORWARD) {
            undo(reason, index() - 1);
        } else {
            markStuck(reason.message());
            saga.neverDue();
        }
    }

    void moveOn() {
        if (saga.direction() == Direction.BACKWARD) {
            undoFrom(index() - 1);
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
        tell(definition.completed(data.get()));
    }

    private void undo(Reason reason, int from) {
        saga.undoBecause(context.json().writeValueAsString(reason));
        int last = Math.max(from, reached());
        if (compensableAtOrBefore(last) >= 0) {
            tell(new EngineEvent.CompensationStarted(reason));
        }
        undoFrom(last);
    }

    private void undoFrom(int from) {
        int next = compensableAtOrBefore(from);
        if (next >= 0) {
            enter(next, Direction.BACKWARD);
        } else {
            endUndone();
        }
    }

    void endUndone() {
        Reason reason = reasonOfUndoing();
        end(SagaStatus.COMPENSATED, reason);
        tell(definition.undone(data.get(), reason));
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
            send(exchange().timeout());
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
        sendAgain(exchange().timeout());
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

    /**
     * Returns twice the time for which the last attempt was not answered, up to {@link #LONGEST_TIMEOUT}: commands that are repeated
     * at a steady pace to a participant that is behind put it behind further. Where something is kept alive meanwhile, the pace stays.
     */
    private Duration timeoutAfter(Duration unanswered) {
        Duration timeout = exchange().timeout();
        Duration doubled = unanswered.multipliedBy(2);
        Duration longer = doubled.compareTo(LONGEST_TIMEOUT) < 0 ? doubled : LONGEST_TIMEOUT;
        return currentStep().keepAlive(data.get()) != null || longer.compareTo(timeout) < 0 ? timeout : longer;
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
            saga.waitUntil(now.plus(exchange().timeout()), null);
        }
    }

    /** In as long as the participant wants, but soon enough to keep alive what is kept so. */
    private void tryLater(String why, Duration wanted) {
        boolean kept = currentStep().keepAlive(data.get()) != null;
        Duration atLeast = kept ? Collections.min(List.of(wanted, exchange().timeout())) : wanted;
        saga.waitUntil(dueIn(Collections.max(List.of(ProgressiveBackoff.after(saga.waited(now)), atLeast))), why);
    }

    /** In so long, but not past the time at which the saga is late, which has to be acted on when it comes. */
    private Instant dueIn(Duration pause) {
        Instant due = now.plus(pause);
        return due.isAfter(latest()) ? latest() : due;
    }

    private boolean isLate() {
        return !now.isBefore(latest());
    }

    /** The time when the saga is late: its own deadline or the step's, whichever is first; the step's if it waits. Compensation is never late. */
    private Instant latest() {
        if (saga.direction() == Direction.BACKWARD) {
            return Instant.MAX;
        }
        Instant waitsUntil = waitsUntil();
        if (waitsUntil != null) {
            return waitsUntil;
        }
        Duration limit = currentStep().timeLimit();
        Instant stepEnds = limit == null ? Instant.MAX : saga.stepSince().plus(limit);
        return stepEnds.isBefore(saga.deadline()) ? stepEnds : saga.deadline();
    }

    private void parkIfTimedOut() {
        if (saga.direction() == Direction.BACKWARD && saga.waited(now).compareTo(context.compensationTimeout()) > 0) {
            String why = saga.waitsFor();
            markStuck(why == null ? "no answer from " + exchange().participant().name() : why);
        }
    }

    private void markStuck(String why) {
        if (saga.status() != SagaStatus.STUCK) {
            saga.markStuck(why);
            context.effects().record(CountedEvent.stuck(saga, currentStep().name(), why));
            tell(new EngineEvent.SagaStuck(currentStep().name(), why));
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

    private void tell(SagaEvent event) {
        context.effects().tell(saga.id(), saga.nextSequence(), now, event);
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

    private Step<D> currentStep() {
        return definition.steps().get(index());
    }

    private int index() {
        return definition.indexOf(saga.step());
    }
}

package dev.layeredsaga.engine.definition;

import static java.util.Objects.requireNonNull;

import dev.layeredsaga.contract.saga.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One step of a saga.
 *
 * @param <D> the saga's data
 */
public final class Step<D> {

    private static final Reason TOO_LATE =
            Reason.of(Reason.DEADLINE_EXCEEDED, "the saga could not be completed in time");

    private final String name;
    private final Exchange<D> action;
    private @Nullable Exchange<D> compensation;
    private @Nullable Exchange<D> keepAlive;
    private Predicate<D> keptAlive = data -> false;
    private Function<D, Reason> tooLate = data -> TOO_LATE;
    private Predicate<D> condition = data -> true;
    private @Nullable Awaited<D, ?> awaited;
    private @Nullable Function<D, Instant> until;
    private Function<D, StepOutcome<D>> otherwise = data -> StepOutcome.refused(tooLate(data));

    private Step(String name, Exchange<D> action) {
        this.name = name;
        this.action = action;
    }

    /** @param name unique within its saga; stored with every saga, so it must never change for a version in use */
    public static <D> Step<D> step(String name, Exchange<D> action) {
        return new Step<>(name, action);
    }

    /** A step that is {@link Exchange#local a method in the saga's transaction}. */
    public static <D> Step<D> local(String name, StepMethod<D> method) {
        return step(name, Exchange.local(method));
    }

    /** A step that is {@link Exchange#call a call outside any transaction}. */
    public static <D> Step<D> call(String name, StepMethod<D> method) {
        return step(name, Exchange.call(method));
    }

    /**
     * Returns a step that waits for a signal of its own name. A signal that comes earlier is kept.
     *
     * @param name as of {@link #step}
     * @param limit for how long; it counts instead of the saga's deadline, which is later by the time waited. What happens then, {@link
     *     #otherwise} says
     * @param meaning what the signal means; {@link StepOutcome.TryAgain} and {@link StepOutcome.Deferred} wait for a further one
     */
    public static <D, S extends Record> Step<D> awaitSignal(
            String name, Class<S> signal, Duration limit, BiFunction<D, S, StepOutcome<D>> meaning) {
        Step<D> step = new Step<>(name, Exchange.none());
        step.awaited = new Awaited<>(signal, limit, meaning);
        return step;
    }

    /**
     * Returns a step that waits until a time, which may be long after the saga's deadline and does not count for it.
     *
     * @param name as of {@link #step}
     * @param time depends only on what the saga knows when it comes to this step; if it is past then, the saga goes on
     */
    public static <D> Step<D> waitUntil(String name, Function<D, Instant> time) {
        Step<D> step = new Step<>(name, Exchange.none());
        step.until = time;
        return step.otherwise(StepOutcome::done);
    }

    /** Sets what happens if the signal that this step waits for has not come in time; default: it is refused as {@link #tooLate}. */
    public Step<D> otherwise(Function<D, StepOutcome<D>> outcome) {
        otherwise = outcome;
        return this;
    }

    /**
     * Sets the compensation of this step. It must also be right if the step was never done, or is done later: it is sent whenever the step
     * may have happened.
     */
    public Step<D> compensatedBy(Exchange<D> command) {
        compensation = command;
        return this;
    }

    /**
     * Sets the command sent along with every repetition of this step or its compensation. Its reply is not awaited.
     *
     * @param isHeld returns true if there is anything to keep, by the saga's data
     */
    public Step<D> keepingAlive(Predicate<D> isHeld, Exchange<D> command) {
        keptAlive = isHeld;
        keepAlive = command;
        return this;
    }

    /** The reason given when the saga is compensated at the limit of this step's policy, or at its deadline; default {@code DEADLINE_EXCEEDED}. */
    public Step<D> whenTooLate(Reason reason) {
        return whenTooLate(data -> reason);
    }

    /** Like {@link #whenTooLate(Reason)}, by what the saga knows then. */
    public Step<D> whenTooLate(Function<D, Reason> reason) {
        tooLate = reason;
        return this;
    }

    /**
     * Has the step, its compensation included, passed over by sagas for which this is not so.
     *
     * @param holds depends only on what no step changes
     */
    public Step<D> onlyIf(Predicate<D> holds) {
        condition = holds;
        return this;
    }

    public boolean isFor(D data) {
        return condition.test(data);
    }

    public String name() {
        return name;
    }

    public Exchange<D> action() {
        return action;
    }

    /** All that it may have to say to anyone. */
    List<Exchange<D>> exchanges() {
        return Stream.of(isWaiting() ? null : action, compensation, keepAlive)
                .filter(Objects::nonNull)
                .toList();
    }

    public @Nullable Exchange<D> compensation() {
        return compensation;
    }

    /** Null if there is nothing to keep. */
    public @Nullable Exchange<D> keepAlive(D data) {
        return keptAlive.test(data) ? keepAlive : null;
    }

    public Reason tooLate(D data) {
        return tooLate.apply(data);
    }

    /** Returns true if this step waits, and asks no participant. */
    public boolean isWaiting() {
        return awaited != null || until != null;
    }

    /** Returns the type of the signal that this step waits for; null if it waits for none. */
    public @Nullable Class<? extends Record> signal() {
        return awaited == null ? null : awaited.type();
    }

    /** Returns until when a saga waits that came to this step at {@code since}; null if this step does not wait. */
    public @Nullable Instant waitsUntil(D data, Instant since) {
        if (until != null) {
            return until.apply(data);
        }
        return awaited == null ? null : since.plus(awaited.limit());
    }

    /** Returns what the signal means that this step waits for. */
    public StepOutcome<D> outcomeOf(D data, Record signal) {
        return requireNonNull(awaited).outcomeOf(data, signal);
    }

    /** Returns what happens when this step has waited for long enough. */
    public StepOutcome<D> outcomeOfWaiting(D data) {
        return otherwise.apply(data);
    }

    private record Awaited<D, S extends Record>(
            Class<S> type, Duration limit, BiFunction<D, S, StepOutcome<D>> meaning) {

        StepOutcome<D> outcomeOf(D data, Record signal) {
            return meaning.apply(data, type.cast(signal));
        }
    }
}

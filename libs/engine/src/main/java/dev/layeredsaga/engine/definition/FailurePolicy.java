package dev.layeredsaga.engine.definition;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The way in which a step, or a compensation, is tried, and what happens if that does not help, as in
 * {@code retry().upTo(20).every(progressive()).thenAskAnOperator()}. What it leaves open is the definition's
 * ({@link SagaDefinition#onFailure}), and then the engine's. Immutable.
 *
 * @param timeout for one attempt; default 10 s
 * @param pauses after an answer that asks for another attempt; default {@link Backoff#progressive}
 * @param attempts the most attempts; default any number
 * @param limit of all attempts together, from when the saga enters the step; default until the saga's deadline, for a compensation
 *     {@code saga.compensation-timeout}
 * @param then at the limit, or at the saga's deadline; default {@code COMPENSATE}, for a compensation {@code ALERT_AN_OPERATOR}
 * @param finalRefusals the codes of the refusals that end the step; default all
 * @param finalFailures the exceptions that end the step; default none
 */
public record FailurePolicy(
        @Nullable Duration timeout,
        @Nullable Backoff pauses,
        @Nullable Integer attempts,
        @Nullable Duration limit,
        @Nullable Then then,
        @Nullable Set<String> finalRefusals,
        @Nullable Set<Class<? extends Throwable>> finalFailures) {

    private static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration LONGEST_DOUBLED_TIMEOUT = Duration.ofMinutes(1);
    private static final Duration LONGEST_TIMEOUT = Duration.ofHours(1);

    /** The consequence of a limit that is reached. */
    public enum Then {
        /** The saga is compensated, this step included. Not for a compensation. */
        COMPENSATE,
        /** The saga is stuck, and nothing is sent until an operator acts. */
        ASK_AN_OPERATOR,
        /** The saga is stuck, but the step goes on being tried. */
        ALERT_AN_OPERATOR
    }

    /** @throws IllegalArgumentException if a time or number makes no sense */
    public FailurePolicy {
        require(
                timeout == null || (timeout.isPositive() && timeout.compareTo(LONGEST_TIMEOUT) <= 0),
                "timeout must be positive and at most an hour");
        require(attempts == null || attempts > 0, "attempts must be at least 1");
        require(limit == null || limit.isPositive(), "limit must be positive");
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException("a failure policy's " + problem);
        }
    }

    /** Returns a policy that leaves everything open. */
    public static FailurePolicy retry() {
        return new FailurePolicy(null, null, null, null, null, null, null);
    }

    /**
     * Sets the timeout of an attempt, at most an hour. Each further unanswered attempt gets twice the timeout of the one before, up to a
     * minute, unless the step has a keep-alive.
     */
    public FailurePolicy within(Duration timeout) {
        return new FailurePolicy(timeout, pauses, attempts, limit, then, finalRefusals, finalFailures);
    }

    /** Sets the pauses. Where something is kept alive, none is longer than the timeout. */
    public FailurePolicy every(Backoff pauses) {
        return new FailurePolicy(timeout, pauses, attempts, limit, then, finalRefusals, finalFailures);
    }

    /** Sets the most attempts. An operator's retry is one more. */
    public FailurePolicy upTo(int attempts) {
        return new FailurePolicy(timeout, pauses, attempts, limit, then, finalRefusals, finalFailures);
    }

    /** Sets the time for all attempts together. */
    public FailurePolicy forAtMost(Duration limit) {
        return new FailurePolicy(timeout, pauses, attempts, limit, then, finalRefusals, finalFailures);
    }

    /** Takes away all limits; in this step, the saga's deadline does not count either. */
    public FailurePolicy forever() {
        return new FailurePolicy(timeout, pauses, Integer.MAX_VALUE, FOREVER, then, finalRefusals, finalFailures);
    }

    public FailurePolicy thenCompensate() {
        return then(Then.COMPENSATE);
    }

    public FailurePolicy thenAskAnOperator() {
        return then(Then.ASK_AN_OPERATOR);
    }

    public FailurePolicy thenAlertAnOperator() {
        return then(Then.ALERT_AN_OPERATOR);
    }

    private FailurePolicy then(Then then) {
        return new FailurePolicy(timeout, pauses, attempts, limit, then, finalRefusals, finalFailures);
    }

    /** Has refusals with this code end the step, and others be retried. Without any, every refusal ends it. */
    public FailurePolicy exceptOn(String code) {
        return new FailurePolicy(timeout, pauses, attempts, limit, then, with(finalRefusals, code), finalFailures);
    }

    /** Has exceptions of this class end a step that is a method. Without any, every exception is retried. */
    public FailurePolicy exceptOn(Class<? extends Throwable> failure) {
        return new FailurePolicy(timeout, pauses, attempts, limit, then, finalRefusals, with(finalFailures, failure));
    }

    private static <T> Set<T> with(@Nullable Set<T> some, T another) {
        Set<T> all = some == null ? new HashSet<>() : new HashSet<>(some);
        all.add(another);
        return Set.copyOf(all);
    }

    /** Returns this policy, with what it leaves open as the other one has it. */
    FailurePolicy over(@Nullable FailurePolicy other) {
        return other == null
                ? this
                : new FailurePolicy(
                        timeout == null ? other.timeout : timeout,
                        pauses == null ? other.pauses : pauses,
                        attempts == null ? other.attempts : attempts,
                        limit == null ? other.limit : limit,
                        then == null ? other.then : then,
                        finalRefusals == null ? other.finalRefusals : finalRefusals,
                        finalFailures == null ? other.finalFailures : finalFailures);
    }

    @Override
    public Duration timeout() {
        return Objects.requireNonNullElse(timeout, DEFAULT_TIMEOUT);
    }

    /** Returns twice the time for which the last attempt was not answered: at least the timeout, and up to a minute. */
    public Duration timeoutAfter(Duration unanswered) {
        Duration longer = Backoff.shorter(unanswered.multipliedBy(2), LONGEST_DOUBLED_TIMEOUT);
        return longer.compareTo(timeout()) < 0 ? timeout() : longer;
    }

    @Override
    public Backoff pauses() {
        return Objects.requireNonNullElseGet(pauses, Backoff::progressive);
    }

    /** Returns the pause after an attempt, given the time since the saga entered the step and the attempts so far. */
    public Duration pauseAfter(Duration waited, int attempts) {
        return pauses().after(waited, attempts);
    }

    /** Returns the most attempts; null if any number. */
    @Override
    public @Nullable Integer attempts() {
        return attempts == null || attempts == Integer.MAX_VALUE ? null : attempts;
    }

    public boolean isExhaustedBy(int made) {
        return attempts != null && made >= attempts;
    }

    /** Returns the time at which the trying ends: the limit's or the saga's deadline, whichever is first. */
    public Instant end(Instant stepSince, Instant deadline) {
        if (limit == null || limit.equals(FOREVER)) {
            return limit == null ? deadline : Instant.MAX;
        }
        Instant end = stepSince.plus(limit);
        return end.isBefore(deadline) ? end : deadline;
    }

    @Override
    public Then then() {
        return Objects.requireNonNullElse(then, Then.COMPENSATE);
    }

    /** Returns true if a refusal with this code ends the step. */
    public boolean isFinal(String code) {
        return finalRefusals == null || finalRefusals.contains(code);
    }

    /** Returns true if this exception ends a step that is a method. */
    public boolean isFinal(Throwable failure) {
        return finalFailures != null && finalFailures.stream().anyMatch(type -> type.isInstance(failure));
    }

    /** Returns the policy as a sentence. */
    @Override
    public String toString() {
        return "retry " + limits() + ", with " + pauses() + " and " + Backoff.inWords(timeout()) + " for each answer"
                + exceptions()
                + (FOREVER.equals(limit) && attempts() == null ? "" : ", then " + atLimit());
    }

    private String limits() {
        if (attempts() != null) {
            String within = limit == null || limit.equals(FOREVER) ? "" : " within " + Backoff.inWords(limit);
            return "up to " + attempts + " times" + within;
        }
        if (limit == null) {
            return "until the saga's deadline";
        }
        return limit.equals(FOREVER) ? "forever" : "for " + Backoff.inWords(limit);
    }

    private String exceptions() {
        Set<String> names = new TreeSet<>();
        if (finalRefusals != null) {
            names.addAll(finalRefusals);
        }
        if (finalFailures != null) {
            finalFailures.forEach(type -> names.add(type.getSimpleName()));
        }
        return names.isEmpty() ? "" : ", except on " + String.join(", ", names);
    }

    private String atLimit() {
        String words = then().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return then() == Then.ALERT_AN_OPERATOR ? words + " and go on" : words;
    }
}

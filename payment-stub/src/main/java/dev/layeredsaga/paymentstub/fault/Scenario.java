package dev.layeredsaga.paymentstub.fault;

import dev.layeredsaga.paymentstub.fault.FaultDecision.Breakage;
import dev.layeredsaga.paymentstub.fault.FaultDecision.Effect;
import dev.layeredsaga.paymentstub.fault.FaultDecision.Effect.Decline;
import dev.layeredsaga.paymentstub.fault.FaultDecision.Effect.FailUndecided;
import dev.layeredsaga.paymentstub.fault.FaultDecision.Effect.LoseAnswer;
import dev.layeredsaga.paymentstub.fault.FaultDecision.Effect.Proceed;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * A fault between a merchant and its gateway. The names are API.
 *
 * <p>Only scenarios that succeed, or that say so in their name, charge. {@link #OUTAGE} covers payments, refunds and
 * queries; the refund scenarios cover refunds; every other one covers payments.
 */
public enum Scenario {
    OK,
    SLOW_THEN_OK,
    DECLINED_INSUFFICIENT_FUNDS,
    DECLINED_EXPIRED_CARD,
    DECLINED_DO_NOT_HONOR,
    DECLINED_FRAUD,
    TIMEOUT_NOT_CHARGED,
    CHARGED_RESPONSE_LOST,
    CHARGED_THEN_500,
    CHARGED_THEN_DUPLICATE,
    RESET_BEFORE_CHARGE,
    RESET_AFTER_CHARGE,
    EMPTY,
    MALFORMED,
    GARBAGE,
    DRIBBLE,
    NOT_FOUND_404,
    RATE_LIMITED_429,
    UNAVAILABLE_503,
    FLAKY,
    FAIL_N_THEN_OK,
    OUTAGE,
    REFUND_FAILS_N_THEN_OK,
    REFUND_PENDING_N_THEN_OK,
    REFUND_DECLINED;

    /** Returns the scenario with this wire name, such as {@code slow_then_ok}. */
    public static Optional<Scenario> named(String wireName) {
        return Arrays.stream(values())
                .filter(scenario -> scenario.wireName().equals(wireName))
                .findFirst();
    }

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean covers(Operation operation) {
        return switch (this) {
            case OUTAGE -> true;
            case REFUND_FAILS_N_THEN_OK, REFUND_PENDING_N_THEN_OK, REFUND_DECLINED -> operation == Operation.REFUND;
            default -> operation == Operation.PAYMENT;
        };
    }

    /** Returns the gateway's default delay. */
    Duration delay() {
        return switch (this) {
            case SLOW_THEN_OK -> Duration.ofSeconds(3);
            case TIMEOUT_NOT_CHARGED -> Duration.ofSeconds(30);
            default -> Duration.ZERO;
        };
    }

    Recurrence recurrence() {
        return switch (this) {
            case FLAKY -> Recurrence.HALF_THE_TIME;
            case FAIL_N_THEN_OK, REFUND_FAILS_N_THEN_OK, REFUND_PENDING_N_THEN_OK -> Recurrence.FIRST_TWO;
            default -> Recurrence.ALWAYS;
        };
    }

    Effect effect() {
        return switch (this) {
            case OK, SLOW_THEN_OK -> new Proceed();
            case DECLINED_INSUFFICIENT_FUNDS -> new Decline(DeclineCode.INSUFFICIENT_FUNDS);
            case DECLINED_EXPIRED_CARD -> new Decline(DeclineCode.EXPIRED_CARD);
            case DECLINED_DO_NOT_HONOR -> new Decline(DeclineCode.DO_NOT_HONOR);
            case DECLINED_FRAUD -> new Decline(DeclineCode.FRAUD);
            case REFUND_DECLINED -> new Decline(DeclineCode.REFUND_DECLINED);
            case CHARGED_RESPONSE_LOST -> new LoseAnswer(Breakage.CLOSED);
            case CHARGED_THEN_500 -> new LoseAnswer(Breakage.SERVER_ERROR);
            case CHARGED_THEN_DUPLICATE -> new LoseAnswer(Breakage.SERVER_ERROR, Breakage.DUPLICATE);
            case RESET_AFTER_CHARGE -> new LoseAnswer(Breakage.RESET);
            case RESET_BEFORE_CHARGE -> new FailUndecided(Breakage.RESET);
            case TIMEOUT_NOT_CHARGED, EMPTY -> new FailUndecided(Breakage.CLOSED);
            case MALFORMED -> new FailUndecided(Breakage.MALFORMED);
            case GARBAGE -> new FailUndecided(Breakage.GARBAGE);
            case DRIBBLE -> new FailUndecided(Breakage.DRIBBLE);
            case NOT_FOUND_404 -> new FailUndecided(Breakage.NOT_FOUND);
            case REFUND_PENDING_N_THEN_OK -> new FailUndecided(Breakage.PENDING);
            case RATE_LIMITED_429 -> new FailUndecided(Breakage.RATE_LIMITED);
            case UNAVAILABLE_503, OUTAGE -> new FailUndecided(Breakage.UNAVAILABLE);
            case FLAKY, FAIL_N_THEN_OK, REFUND_FAILS_N_THEN_OK -> new FailUndecided(Breakage.SERVER_ERROR);
        };
    }

    /** Selects the attempts of one order that a scenario applies to. */
    enum Recurrence {
        ALWAYS,
        /** Each attempt with probability 0.5, drawn from the order's id: the same order gets the same sequence. */
        HALF_THE_TIME,
        /** The first two attempts of the order, whatever their keys. */
        FIRST_TWO
    }

    /** An operation of the gateway. */
    public enum Operation {
        PAYMENT,
        REFUND,
        QUERY
    }
}

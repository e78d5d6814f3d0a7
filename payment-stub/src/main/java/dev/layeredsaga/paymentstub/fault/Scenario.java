package dev.layeredsaga.paymentstub.fault;

import static dev.layeredsaga.paymentstub.fault.Scenario.Recurrence.ALWAYS;
import static dev.layeredsaga.paymentstub.fault.Scenario.Recurrence.FIRST_TWO;
import static dev.layeredsaga.paymentstub.fault.Scenario.Recurrence.HALF_THE_TIME;

import com.fasterxml.jackson.annotation.JsonValue;
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
    OK(new Proceed()),
    SLOW_THEN_OK(Duration.ofSeconds(3), new Proceed()),
    DECLINED_INSUFFICIENT_FUNDS(new Decline(DeclineCode.INSUFFICIENT_FUNDS)),
    DECLINED_EXPIRED_CARD(new Decline(DeclineCode.EXPIRED_CARD)),
    DECLINED_DO_NOT_HONOR(new Decline(DeclineCode.DO_NOT_HONOR)),
    DECLINED_FRAUD(new Decline(DeclineCode.FRAUD)),
    TIMEOUT_NOT_CHARGED(Duration.ofSeconds(30), new FailUndecided(Breakage.CLOSED)),
    CHARGED_RESPONSE_LOST(new LoseAnswer(Breakage.CLOSED)),
    CHARGED_THEN_500(new LoseAnswer(Breakage.SERVER_ERROR)),
    CHARGED_THEN_DUPLICATE(new LoseAnswer(Breakage.SERVER_ERROR, Breakage.DUPLICATE)),
    RESET_BEFORE_CHARGE(new FailUndecided(Breakage.RESET)),
    RESET_AFTER_CHARGE(new LoseAnswer(Breakage.RESET)),
    EMPTY(new FailUndecided(Breakage.CLOSED)),
    MALFORMED(new FailUndecided(Breakage.MALFORMED)),
    GARBAGE(new FailUndecided(Breakage.GARBAGE)),
    DRIBBLE(new FailUndecided(Breakage.DRIBBLE)),
    NOT_FOUND_404(new FailUndecided(Breakage.NOT_FOUND)),
    RATE_LIMITED_429(new FailUndecided(Breakage.RATE_LIMITED)),
    UNAVAILABLE_503(new FailUndecided(Breakage.UNAVAILABLE)),
    FLAKY(HALF_THE_TIME, new FailUndecided(Breakage.SERVER_ERROR)),
    FAIL_N_THEN_OK(FIRST_TWO, new FailUndecided(Breakage.SERVER_ERROR)),
    OUTAGE(new FailUndecided(Breakage.UNAVAILABLE)),
    REFUND_FAILS_N_THEN_OK(FIRST_TWO, new FailUndecided(Breakage.SERVER_ERROR)),
    REFUND_PENDING_N_THEN_OK(FIRST_TWO, new FailUndecided(Breakage.PENDING)),
    REFUND_DECLINED(new Decline(DeclineCode.REFUND_DECLINED));

    private final Duration delay;
    private final Recurrence recurrence;

    @SuppressWarnings("ImmutableEnumChecker") // records of enums
    private final Effect effect;

    Scenario(Effect effect) {
        this(ALWAYS, effect);
    }

    Scenario(Duration delay, Effect effect) {
        this(delay, ALWAYS, effect);
    }

    Scenario(Recurrence recurrence, Effect effect) {
        this(Duration.ZERO, recurrence, effect);
    }

    Scenario(Duration delay, Recurrence recurrence, Effect effect) {
        this.delay = delay;
        this.recurrence = recurrence;
        this.effect = effect;
    }

    /** Returns the scenario with this wire name, such as {@code slow_then_ok}. */
    public static Optional<Scenario> named(String wireName) {
        return Arrays.stream(values())
                .filter(scenario -> scenario.wireName().equals(wireName))
                .findFirst();
    }

    @JsonValue
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
        return delay;
    }

    Recurrence recurrence() {
        return recurrence;
    }

    Effect effect() {
        return effect;
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

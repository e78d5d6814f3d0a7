package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.payment.RefundFailed;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.messaging.trace.TraceParent;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.PartAnswer;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Captured;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Declined;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.GatewayFact;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Inquiry;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotFound;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotMade;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.RefundResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Refunded;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Unknown;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The local state of a saga's one payment: its progress, whether a call to the gateway is in flight, and whether the payment is voided,
 * after which no charge may start.
 */
@Entity
@Table(name = "payment")
class Payment {

    /** The certain state. */
    enum State {
        /** No call has been made. */
        NEW,
        /** At least one call has been made, and none has settled the matter. */
        OPEN,
        CAPTURED,
        DECLINED,
        /** Captured for a saga that does not want it and asks no more: the settlement gives it back. */
        OWED,
        /** Captured, and given back. */
        REFUNDED,
        /** Nothing was captured, and nothing will be. */
        VOID
    }

    @Id
    private UUID sagaId;

    @Enumerated(EnumType.STRING)
    private State state;

    private long amount;
    private String currency;
    private @Nullable String gatewayReference;
    private boolean voided;
    private String step;
    private int attempt;
    private @Nullable Instant calledUntil;
    private @Nullable Instant settleAt;
    private int inquiriesLeft;
    private @Nullable String traceParent;

    /** The parts that are to go back or have, and those of them that have. */
    private long partsPromised;

    private long partsMade;

    /** The most that the gateway's record has shown to have gone back. */
    private long goneBack;

    @Version
    private long version;

    @SuppressWarnings("NullAway.Init")
    protected Payment() {}

    Payment(StepAttempt asking, Money amount) {
        this.sagaId = asking.sagaId();
        this.step = asking.step();
        this.amount = amount.amount();
        this.currency = amount.currency();
        this.state = State.NEW;
    }

    /** A payment that is compensated and not known here. A call may have been made: the database may have lost it. */
    static Payment tombstone(StepAttempt asking) {
        Payment payment = new Payment(asking, new Money(0, "XXX"));
        payment.state = State.OPEN;
        payment.voided = true;
        return payment;
    }

    /** Assigns everything done about the payment from now on to this trace. */
    void belongTo(@Nullable TraceParent trace) {
        traceParent = trace == null ? null : trace.toString();
    }

    /** Returns the trace of the first request; null if unknown. */
    @Nullable TraceParent trace() {
        return TraceParent.parse(traceParent);
    }

    /** Answers to the payment go to the latest attempt of its command. */
    void askedBy(StepAttempt latest) {
        step = latest.step();
        attempt = latest.attempt();
    }

    /**
     * A charge call goes out; it is over, one way or the other, before {@code lease} has passed.
     *
     * @return when the lease ends
     * @throws IllegalStateException if the payment is voided or settled
     */
    Instant chargeCalled(Instant now, Duration lease) {
        if (!isUnderWay()) {
            throw new IllegalStateException("the payment of saga " + sagaId + " must not be charged: " + state);
        }
        state = State.OPEN;
        calledUntil = now.plus(lease);
        return calledUntil;
    }

    /** Has the next charge ask whether what was captured still is. */
    void mayHaveGoneBack() {
        if (state == State.CAPTURED && !voided) {
            state = State.OPEN;
        }
    }

    /** From now on no charge is started. One that is out already is waited for. */
    void forbidCharges() {
        voided = true;
    }

    /**
     * Takes in what the gateway says, whichever way it came. Legal in every state: facts come late, more than once and in any order.
     * Money that was taken after all is not overlooked, even if the payment is voided or declined; its amount is the payment's from
     * then on, whatever was asked: the saga compares it, and all of it is what goes back.
     */
    void apply(GatewayFact fact) {
        switch (fact) {
            case Captured captured -> {
                if (isUnsettled()) {
                    settled(State.CAPTURED, captured.paymentId(), captured.amount());
                } else if (isSettledWithoutMoney()) {
                    voided = true;
                    settled(State.OWED, captured.paymentId(), captured.amount());
                }
            }
            case Refunded refunded -> {
                if (!isGivenBackInParts()) {
                    settled(State.REFUNDED, refunded.paymentId(), refunded.amount());
                }
            }
            case Declined declined -> {
                if (isUnsettled()) {
                    settled(voided ? State.VOID : State.DECLINED, declined.code(), amount());
                }
            }
            case NotFound nothing -> {
                if (voided && !hasBeenCaptured()) {
                    settled(State.VOID, gatewayReference, amount());
                }
            }
            case NotMade nothing -> {}
            case Unknown nothing -> {}
        }
    }

    private void settled(State settled, @Nullable String reference, Money money) {
        state = settled;
        gatewayReference = reference;
        amount = money.amount();
        currency = money.currency();
        calledUntil = null;
        if (settled == State.REFUNDED && voided) {
            settleAt = null;
        }
    }

    /** The gateway may give back such a payment in full without a surprise. */
    private boolean isGivenBackInParts() {
        return state == State.CAPTURED && !voided && partsPromised == amount;
    }

    /**
     * Promises a part before the gateway is asked for it, if all parts are not more than was captured.
     *
     * @return the code of the refusal; null if it is promised
     */
    @Nullable String promise(Money part) {
        if (state != State.CAPTURED || voided) {
            return RefundFailed.NOT_CAPTURED;
        }
        if (!part.currency().equals(currency) || part.amount() > amount - partsPromised) {
            return RefundFailed.EXCEEDS_CAPTURED;
        }
        partsPromised += part.amount();
        return null;
    }

    /** Returns the call that asks for a part that is promised. */
    GatewayCall.Part partCall(PartRefund part, StepAttempt asking, @Nullable TraceParent trace) {
        return new GatewayCall.Part(asking, sagaId, gatewayReference(), part.amount(), partsMade, trace);
    }

    /**
     * Takes in the answer about a part that is promised. It is made once the gateway has accepted it under its key and the record shows as
     * much as all that are made, refused if the gateway declines it and the record shows that no earlier call has made it. Declined beside
     * money that no other part accounts for, it may have been made, or another client has given back what it asks for.
     */
    PartRefund.State partAnswered(PartAnswer answer) {
        long part = answer.call().amount().amount();
        long shown = goneBackBy(answer.fact());
        goneBack = Math.max(goneBack, shown);
        if (shown >= 0 && answer.result() instanceof RefundResult.Accepted && goneBack >= partsMade + part) {
            partsMade += part;
            return PartRefund.State.MADE;
        }
        if (shown < 0 || !(answer.result() instanceof RefundResult.Declined)) {
            return PartRefund.State.OPEN;
        }
        if (shown > partsPromised - part) {
            return PartRefund.State.FOR_OPERATORS;
        }
        if (shown >= answer.call().madeBefore() + part) {
            return PartRefund.State.OPEN;
        }
        partsPromised -= part;
        return PartRefund.State.REFUSED;
    }

    /** Returns -1 if the record does not show it. */
    private long goneBackBy(Inquiry record) {
        if (record instanceof Captured captured && canBe(captured.paymentId(), captured.amount())) {
            return captured.refunded();
        }
        return record instanceof Refunded whole && canBe(whole.paymentId(), whole.amount()) ? amount : -1;
    }

    /** The call that was out until then is over. A later call stays out. */
    void callEnded(Instant outUntil) {
        if (outUntil.equals(calledUntil)) {
            calledUntil = null;
        }
    }

    /** The call that was out until then has been given up; what it may still do, it does before {@code settledBy}. */
    void givenUp(Instant outUntil, Instant settledBy) {
        if (outUntil.equals(calledUntil) && settledBy.isBefore(outUntil)) {
            calledUntil = settledBy;
        }
    }

    /**
     * Has the gateway asked again, first at {@code due}, if the payment is settled without money: an earlier call may still have taken
     * it, or take it.
     *
     * @param times how often, at least
     */
    void inquireAt(Instant due, int times) {
        if (isSettledWithoutMoney()) {
            inquiriesLeft = Math.max(inquiriesLeft, times);
            settleBy(due);
        }
    }

    /** Its saga had been compensated, and the database has lost what became of it since: it may have been called, or captured. */
    void settleAsCompensated(Instant now) {
        voided = true;
        if (state == State.NEW) {
            state = State.OPEN;
        }
        if (state == State.OPEN || state == State.CAPTURED) {
            settleBy(now);
        }
    }

    /** Has the settlement check the payment at {@code due} at the latest. */
    void settleBy(Instant due) {
        settleAt = settleAt == null || due.isBefore(settleAt) ? due : settleAt;
    }

    /** The work that is left to do about a payment. */
    enum Settlement {
        /** None: the payment agrees with how its saga has ended. */
        NOTHING,
        /** None yet: the saga, or a call to the gateway, is still under way. */
        LATER,
        /** The charge may yet have taken money, or take it: the gateway is asked. */
        INQUIRE,
        /** The charge may have taken money that no saga wants: it goes back. */
        GIVE_BACK,
        /** Only a person can know. */
        FOR_OPERATORS
    }

    /**
     * Decides what there is to do now that its time has come, and when to check again.
     *
     * @param age the time since its first command
     */
    Settlement settle(SagaStanding saga, Duration age, Instant now, SettlementSettings settings) {
        Settlement settlement = settlement(saga, now);
        settleAt = switch (settlement) {
            case NOTHING, FOR_OPERATORS -> null;
            case LATER -> now.plus(settings.untilNextCheck(age));
            case INQUIRE -> {
                inquiriesLeft--;
                yield inquiriesLeft == 0 ? null : now.plus(settings.untilNextInquiry(inquiriesLeft));
            }
            case GIVE_BACK -> {
                voided = true;
                state = state == State.CAPTURED ? State.OWED : state;
                yield now.plus(SettlementSettings.REFUND_PAUSE);
            }
        };
        return settlement;
    }

    /** Returns true if nothing is left to do about the payment, now that its saga stands like this. */
    boolean agreesWith(SagaStanding saga, Instant now) {
        return settlement(saga, now) == Settlement.NOTHING;
    }

    private Settlement settlement(SagaStanding saga, Instant now) {
        if (state == State.OWED) {
            return Settlement.GIVE_BACK;
        }
        if (isSettledWithoutMoney() && inquiriesLeft > 0) {
            return Settlement.INQUIRE;
        }
        boolean mayHaveTaken = state == State.OPEN || state == State.CAPTURED;
        return switch (saga) {
            case UNDER_WAY -> Settlement.LATER;
            case COMPLETED -> state == State.CAPTURED && !voided ? Settlement.NOTHING : Settlement.FOR_OPERATORS;
            case COMPENSATED, NONE ->
                unwanted(mayHaveTaken, hasParts() ? Settlement.FOR_OPERATORS : Settlement.GIVE_BACK, now);
            case COMPENSATED_BY_HAND, FORGOTTEN -> unwanted(mayHaveTaken, Settlement.FOR_OPERATORS, now);
        };
    }

    private Settlement unwanted(boolean mayHaveTaken, Settlement settlement, Instant now) {
        if (!mayHaveTaken) {
            return Settlement.NOTHING;
        }
        return isCallOut(now) ? Settlement.LATER : settlement;
    }

    private boolean isUnsettled() {
        return state == State.NEW || state == State.OPEN;
    }

    /** Returns true if it may still become the payment of its saga. */
    boolean isUnderWay() {
        return isUnsettled() && !voided;
    }

    private boolean isSettledWithoutMoney() {
        return state == State.DECLINED || state == State.VOID;
    }

    /** Returns true if the captured payment can be this one, as far as is known. */
    boolean canBe(String paymentId, Money captured) {
        return !hasBeenCaptured() || (paymentId.equals(gatewayReference) && captured.equals(amount()));
    }

    boolean isCallOut(Instant now) {
        return calledUntil != null && now.isBefore(calledUntil);
    }

    /** The remaining lease of the call in flight; zero if none. */
    Duration outFor(Instant now) {
        return calledUntil == null || !now.isBefore(calledUntil) ? Duration.ZERO : Duration.between(now, calledUntil);
    }

    boolean hasBeenCaptured() {
        return state == State.CAPTURED || state == State.OWED || state == State.REFUNDED;
    }

    /** Returns true if money is to go back that no saga asks for any more. */
    boolean isRefundOwed() {
        return state == State.OWED;
    }

    boolean isVoided() {
        return voided;
    }

    /** Returns true if a part has gone back, or may: then it does not go back as a whole. */
    boolean hasParts() {
        return partsPromised > 0;
    }

    State state() {
        return state;
    }

    UUID sagaId() {
        return sagaId;
    }

    /** Returns the amount refunded to the customer; null if none was. */
    @Nullable Money refunded() {
        return state == State.REFUNDED ? amount() : null;
    }

    Money amount() {
        return new Money(amount, currency);
    }

    /** The attempt that receives the outcome. */
    StepAttempt latestAttempt() {
        return new StepAttempt(sagaId, step, Math.max(1, attempt));
    }

    int attempt() {
        return attempt;
    }

    /** The payment's id at the gateway if captured, the decline code if declined. */
    String gatewayReference() {
        return gatewayReference == null ? "" : gatewayReference;
    }

    @Override
    public String toString() {
        return "Payment[sagaId=" + sagaId + ", state=" + state + ", amount=" + amount + " " + currency
                + ", gatewayReference=" + gatewayReference + ", partsPromised=" + partsPromised + "]";
    }
}

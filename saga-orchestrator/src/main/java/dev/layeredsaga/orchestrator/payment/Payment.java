package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.messaging.trace.TraceParent;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Captured;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Refunded;
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
    private @Nullable Instant refundDueAt;
    private @Nullable Instant inquireAt;
    private @Nullable String traceParent;

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

    /** A payment that is undone before it was ever heard of. */
    static Payment tombstone(StepAttempt asking) {
        Payment payment = new Payment(asking, new Money(0, "XXX"));
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
        if (voided || (state != State.NEW && state != State.OPEN)) {
            throw new IllegalStateException("the payment of saga " + sagaId + " must not be charged: " + state);
        }
        state = State.OPEN;
        calledUntil = now.plus(lease);
        return calledUntil;
    }

    /** From now on no charge is started. One that is out already is waited for. */
    void forbidCharges() {
        voided = true;
    }

    /**
     * Takes effect even on a voided or declined payment: money that was taken after all must not be overlooked. From now on the amount
     * is what was taken, whatever was asked: the saga compares it, and all of it is what goes back.
     */
    void captured(Captured captured) {
        if (isUnsettled() || isSettledWithoutMoney()) {
            // the saga of a declined payment has given up
            voided |= state == State.DECLINED;
            state = State.CAPTURED;
            taken(captured.paymentId(), captured.amount());
            calledUntil = null;
        }
    }

    /** The money was taken after it was undone: it is to go back, and if that has not happened by {@code due}, tried again. */
    void owesRefund(Instant due) {
        refundDueAt = due;
    }

    /** Returns true if a refund is due that no saga asks for any more. */
    boolean isRefundOwed() {
        return refundDueAt != null;
    }

    void declined(String code) {
        if (isUnsettled()) {
            state = State.DECLINED;
            gatewayReference = code;
            calledUntil = null;
        }
    }

    /** The call that was out until then is over and has settled nothing. A later call stays out. */
    void leftOpen(Instant outUntil) {
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
     * Nothing stays captured, says the gateway.
     *
     * @param refunded null if it knows of nothing that was captured, which does not undo what it has told of before
     */
    void undone(@Nullable Refunded refunded) {
        if (refunded != null) {
            state = State.REFUNDED;
            taken(refunded.paymentId(), refunded.amount());
            calledUntil = null;
            refundDueAt = null;
        } else if (isUnsettled() || isSettledWithoutMoney()) {
            state = State.VOID;
            calledUntil = null;
            refundDueAt = null;
        }
    }

    /** A charge that was called may still reach the gateway, after all that is known: it is asked about at {@code due} at the latest. */
    void inquireAt(Instant due) {
        inquireAt = inquireAt == null || due.isBefore(inquireAt) ? due : inquireAt;
    }

    /** Captured and given back, whoever asked for that. Final. */
    void refundedAtTheGateway(Refunded refunded) {
        if (state != State.REFUNDED) {
            undone(refunded);
        }
    }

    private void taken(String paymentId, Money money) {
        gatewayReference = paymentId;
        amount = money.amount();
        currency = money.currency();
    }

    private boolean isUnsettled() {
        return state == State.NEW || state == State.OPEN;
    }

    boolean isSettledWithoutMoney() {
        return state == State.DECLINED || state == State.VOID;
    }

    /** Returns true if this can be the requested payment. A tombstone can be any. */
    boolean isOf(Money money) {
        return amount == 0 || amount().equals(money);
    }

    /** Returns true if the captured payment can have this id, as far as is known. */
    boolean canBe(String paymentId) {
        boolean named = (state == State.CAPTURED || state == State.REFUNDED) && gatewayReference != null;
        return !named || paymentId.equals(gatewayReference);
    }

    boolean isCallOut(Instant now) {
        return calledUntil != null && now.isBefore(calledUntil);
    }

    /** The remaining lease of the call in flight; zero if none. */
    Duration outFor(Instant now) {
        return calledUntil == null || !now.isBefore(calledUntil) ? Duration.ZERO : Duration.between(now, calledUntil);
    }

    boolean isVoided() {
        return voided;
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
                + ", gatewayReference=" + gatewayReference + "]";
    }
}

package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.payment.RefundFailed;
import dev.layeredsaga.contract.payment.RefundMade;
import dev.layeredsaga.contract.payment.RefundPart;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.PartAnswer;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The one part of a payment that a saga, such as a return, gives back. What its first command named stands. */
@Entity
@Table(name = "part_refund")
class PartRefund {

    enum State {
        /** Promised: the gateway is asked, under the same key, until it is certain. */
        OPEN,
        /** Promised and declined, and the gateway is asked again only if an operator has it: only a person can know what has gone back. */
        FOR_OPERATORS,
        MADE,
        /** Not refunded, for good. */
        REFUSED
    }

    private static final String UNACCOUNTED = ", and its record shows more given back than the other parts account for";

    @Id
    private UUID sagaId;

    private UUID paymentOf;
    private long amount;
    private String currency;

    @Enumerated(EnumType.STRING)
    private State state;

    private @Nullable String code;
    private String problem;
    private String step;
    private int attempt;

    @Version
    private long version;

    @SuppressWarnings("NullAway.Init")
    protected PartRefund() {}

    /** @param refusal why the part is not promised; null if it is */
    PartRefund(RefundPart first, @Nullable String refusal) {
        sagaId = first.attempt().sagaId();
        paymentOf = first.paymentOf();
        amount = first.amount().amount();
        currency = first.amount().currency();
        code = refusal;
        state = code == null ? State.OPEN : State.REFUSED;
        problem = "the gateway has not been asked" + (code == null ? "" : ": " + code);
        step = first.attempt().step();
        attempt = first.attempt().attempt();
    }

    /** The answer goes to the latest attempt of the command. */
    void askedBy(StepAttempt latest) {
        step = latest.step();
        attempt = latest.attempt();
    }

    /** Takes in the gateway's answer to an open part, and what becomes of it by that. */
    void answered(PartAnswer answer, State next) {
        state = next;
        if (state != State.MADE) {
            problem = GatewayCaller.problemOf(answer.result()) + (state == State.FOR_OPERATORS ? UNACCOUNTED : "");
        }
        code = state == State.REFUSED ? RefundFailed.DECLINED : null;
    }

    /** Returns the answer as it stands. */
    SagaReply reply() {
        StepAttempt asking = new StepAttempt(sagaId, step, attempt);
        return state == State.MADE
                ? new RefundMade(asking, amount())
                : new RefundFailed(asking, problem, state == State.OPEN, code);
    }

    boolean isOpen() {
        return state == State.OPEN || state == State.FOR_OPERATORS;
    }

    UUID sagaId() {
        return sagaId;
    }

    UUID paymentOf() {
        return paymentOf;
    }

    Money amount() {
        return new Money(amount, currency);
    }
}

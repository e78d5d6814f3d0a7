package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.payment.ChargePayment;
import dev.layeredsaga.contract.payment.PaymentCommand;
import dev.layeredsaga.contract.payment.RefundPart;
import dev.layeredsaga.contract.payment.RefundPayment;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.RecordingOutbox;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.orchestrator.DatabaseSlice;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.RefundAnswer;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Captured;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Inquiry;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/** The payment participant on PostgreSQL, short of the gateway. */
final class PaymentsOnDatabase {

    static final Money PRICE = new Money(1990, "KRW");

    private static final ConfigurableApplicationContext CONTEXT =
            DatabaseSlice.start(PaymentTable.class, ChargeDecisions.class, GatewayResults.class, Settings.class);

    @EnableConfigurationProperties(SettlementSettings.class)
    static final class Settings {}

    static ChargePayment charge(UUID saga, int attempt) {
        return new ChargePayment(new StepAttempt(saga, "pay", attempt), PRICE, "pm_ok", null);
    }

    static RefundPayment refund(UUID saga, int attempt) {
        return new RefundPayment(new StepAttempt(saga, "pay", attempt));
    }

    static RefundPart part(UUID saga, int attempt, UUID paymentOf, long amount) {
        return new RefundPart(new StepAttempt(saga, "refund", attempt), paymentOf, new Money(amount, PRICE.currency()));
    }

    /** The gateway's record after a refund call, and no problem. */
    static RefundAnswer refundAnswer(GatewayCall call, Inquiry fact) {
        return new RefundAnswer((GatewayCall.Refund) call, fact, "", true);
    }

    /** A refund call without an answer. */
    static RefundAnswer noAnswer(GatewayCall call) {
        return RefundAnswer.unknown((GatewayCall.Refund) call, "silence");
    }

    /** Decides about the commands in one transaction. */
    List<GatewayCall> handle(PaymentCommand... commands) {
        return inTransaction(() -> decisions().handle(List.of(commands)));
    }

    /** Takes the answers in, in one transaction. */
    List<GatewayCall> take(GatewayAnswer... answers) {
        return inTransaction(() -> answers().take(List.of(answers)));
    }

    /** Keeps the replies if the transaction commits; returns the calls. */
    private List<GatewayCall> inTransaction(Supplier<PaymentEffects> change) {
        return Objects.requireNonNull(transaction().execute(status -> {
            PaymentEffects effects = change.get();
            keep(effects.replies());
            return effects.calls();
        }));
    }

    /** Keeps replies that a transaction has caused, as the engine would receive them. */
    void keep(List<? extends SagaReply> replies) {
        replies.forEach(reply -> outbox().publish(
                        OutgoingMessage.of(Topics.SAGA_REPLIES, reply.attempt().sagaId(), reply)));
    }

    List<SagaReply> replies(UUID saga) {
        return outbox().payloadsOf(saga, SagaReply.class);
    }

    SagaReply lastReply(UUID saga) {
        return replies(saga).getLast();
    }

    /** Has the saga's payment captured. */
    void captured(UUID saga) {
        GatewayCall.Charge call = (GatewayCall.Charge) handle(charge(saga, 1)).getFirst();
        take(new GatewayAnswer.ChargeAnswer(call, new Captured("p-1", PRICE)));
    }

    void leaseEnds(UUID saga) {
        sql().sql("UPDATE payment SET called_until = clock_timestamp() WHERE saga_id = ?")
                .param(saga)
                .update();
    }

    Set<UUID> unfinished(UUID... sagas) {
        return Objects.requireNonNull(transaction().execute(status -> payments().unfinished(List.of(sagas))));
    }

    String state(UUID saga) {
        return sql().sql("SELECT state FROM payment WHERE saga_id = ?")
                .param(saga)
                .query(String.class)
                .single();
    }

    JdbcClient sql() {
        return CONTEXT.getBean(JdbcClient.class);
    }

    PaymentTable payments() {
        return CONTEXT.getBean(PaymentTable.class);
    }

    ChargeDecisions decisions() {
        return CONTEXT.getBean(ChargeDecisions.class);
    }

    GatewayResults answers() {
        return CONTEXT.getBean(GatewayResults.class);
    }

    AnswerQueue answerQueue(TransactionOperations transaction) {
        return new AnswerQueue(answers(), this::keep, transaction, new Heartbeats());
    }

    RecordingOutbox outbox() {
        return CONTEXT.getBean(RecordingOutbox.class);
    }

    TransactionOperations transaction() {
        return CONTEXT.getBean(TransactionOperations.class);
    }
}

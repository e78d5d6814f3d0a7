package dev.layeredsaga.testbed.bench.engine;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.messaging.envelope.IncomingMessage;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.listener.IdempotentConsumer;
import dev.layeredsaga.messaging.listener.IdempotentConsumer.ConsumerParts;
import dev.layeredsaga.messaging.outbox.Outbox;
import dev.layeredsaga.testbed.bench.engine.PurchaseSaga.Paid;
import dev.layeredsaga.testbed.bench.engine.PurchaseSaga.Pay;
import java.sql.PreparedStatement;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.transaction.support.TransactionOperations;

/** Records all payments of a poll in one statement. */
final class TillParticipant {

    private static final String GROUP = "bench-till";

    private final JdbcTemplate jdbc;
    private final Outbox outbox;
    private final TransactionOperations transaction;
    private final IdempotentConsumer<Pay> consumer;

    TillParticipant(JdbcTemplate jdbc, Outbox outbox, ConsumerParts parts, TransactionOperations transaction) {
        this.jdbc = jdbc;
        this.outbox = outbox;
        this.transaction = transaction;
        consumer = new IdempotentConsumer<>(GROUP, MessageTypes.of(List.of(Pay.class)), parts);
    }

    @KafkaListener(topics = Topics.PAYMENT_COMMANDS, groupId = GROUP)
    void on(List<ConsumerRecord<String, byte[]>> records) {
        consumer.read(records).handle(batch -> transaction.executeWithoutResult(status -> handle(batch.admit())));
    }

    private void handle(List<IncomingMessage<Pay>> messages) {
        List<Pay> payments = messages.stream().map(IncomingMessage::payload).toList();
        take(payments);
        payments.forEach(payment -> outbox.publish(
                OutgoingMessage.of(Topics.SAGA_REPLIES, payment.attempt().sagaId(), new Paid(payment.attempt()))));
    }

    private void take(List<Pay> payments) {
        Object[] sagas =
                payments.stream().map(payment -> payment.attempt().sagaId()).toArray();
        Object[] amounts = payments.stream().map(Pay::amount).toArray();
        jdbc.update(
                "INSERT INTO paid (saga_id, amount) SELECT * FROM unnest(?::uuid[], ?::bigint[])",
                (PreparedStatement statement) -> {
                    statement.setArray(1, statement.getConnection().createArrayOf("uuid", sagas));
                    statement.setArray(2, statement.getConnection().createArrayOf("bigint", amounts));
                });
    }
}

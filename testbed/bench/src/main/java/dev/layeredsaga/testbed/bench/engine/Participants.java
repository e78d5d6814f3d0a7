package dev.layeredsaga.testbed.bench.engine;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.messaging.envelope.IncomingMessage;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.listener.IdempotentConsumer;
import dev.layeredsaga.messaging.listener.IdempotentConsumer.ConsumerParts;
import dev.layeredsaga.messaging.outbox.Outbox;
import dev.layeredsaga.testbed.bench.engine.PurchaseSaga.Confirm;
import dev.layeredsaga.testbed.bench.engine.PurchaseSaga.Confirmed;
import dev.layeredsaga.testbed.bench.engine.PurchaseSaga.Paid;
import dev.layeredsaga.testbed.bench.engine.PurchaseSaga.Pay;
import dev.layeredsaga.testbed.bench.engine.PurchaseSaga.Reserve;
import dev.layeredsaga.testbed.bench.engine.PurchaseSaga.Reserved;
import dev.layeredsaga.testbed.bench.engine.PurchaseSaga.StockCommand;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.SqlArrayValue;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.transaction.support.TransactionOperations;

/** The stock and the till: each does all that a poll asks for in one statement. */
final class Participants {

    private static final String STOCK = "bench-stock";
    private static final String TILL = "bench-till";

    private static final String CHANGE = """
            UPDATE stock SET reserved = stock.reserved + reserve - confirm, sold = stock.sold + confirm
            FROM unnest(?::int[], ?::int[], ?::int[]) AS change (item, reserve, confirm)
            WHERE stock.item = change.item AND stock.on_hand - stock.reserved - stock.sold >= reserve
            """;

    private final JdbcTemplate jdbc;
    private final Outbox outbox;
    private final IdempotentConsumer<StockCommand> stock;
    private final IdempotentConsumer<Pay> till;

    Participants(JdbcTemplate jdbc, Outbox outbox, ConsumerParts parts, TransactionOperations transaction) {
        this.jdbc = jdbc;
        this.outbox = outbox;
        stock = new IdempotentConsumer<>(
                STOCK,
                STOCK,
                MessageTypes.sealedUnder(StockCommand.class),
                parts,
                batch -> transaction.executeWithoutResult(status -> change(batch.admit())));
        till = new IdempotentConsumer<>(
                TILL,
                TILL,
                MessageTypes.of(List.of(Pay.class)),
                parts,
                batch -> transaction.executeWithoutResult(status -> take(batch.admit())));
    }

    @KafkaListener(topics = Topics.INVENTORY_COMMANDS, groupId = STOCK)
    void onStockCommands(List<ConsumerRecord<String, byte[]>> records) {
        stock.handle(records);
    }

    @KafkaListener(topics = Topics.PAYMENT_COMMANDS, groupId = TILL)
    void onPayments(List<ConsumerRecord<String, byte[]>> records) {
        till.handle(records);
    }

    /** The change to one item's stock. */
    private record Change(int reserve, int confirm) {

        static Change of(StockCommand command) {
            return switch (command) {
                case Reserve one -> new Change(1, 0);
                case Confirm one -> new Change(0, 1);
            };
        }

        Change plus(Change other) {
            return new Change(reserve + other.reserve, confirm + other.confirm);
        }
    }

    private void change(List<IncomingMessage<StockCommand>> commands) {
        SortedMap<Integer, Change> changes = new TreeMap<>();
        commands.forEach(
                command -> changes.merge(command.payload().item(), Change.of(command.payload()), Change::plus));
        int changed = jdbc.update(
                CHANGE,
                array("int", changes.keySet().stream()),
                array("int", changes.values().stream().map(Change::reserve)),
                array("int", changes.values().stream().map(Change::confirm)));
        if (changed != changes.size()) {
            throw new IllegalStateException("out of stock");
        }
        commands.forEach(command -> reply(
                switch (command.payload()) {
                    case Reserve one -> new Reserved(one.attempt());
                    case Confirm one -> new Confirmed(one.attempt());
                }));
    }

    private void take(List<IncomingMessage<Pay>> messages) {
        List<Pay> payments = messages.stream().map(IncomingMessage::payload).toList();
        jdbc.update(
                "INSERT INTO paid (saga_id, amount) SELECT * FROM unnest(?::uuid[], ?::bigint[])",
                array("uuid", payments.stream().map(payment -> payment.attempt().sagaId())),
                array("bigint", payments.stream().map(Pay::amount)));
        payments.forEach(payment -> reply(new Paid(payment.attempt())));
    }

    private static SqlArrayValue array(String type, Stream<?> elements) {
        return new SqlArrayValue(type, elements.toArray());
    }

    private void reply(SagaReply reply) {
        outbox.publish(OutgoingMessage.of(Topics.SAGA_REPLIES, reply.attempt().sagaId(), reply));
    }
}

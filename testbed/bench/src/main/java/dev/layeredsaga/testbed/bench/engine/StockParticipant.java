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
import dev.layeredsaga.testbed.bench.engine.PurchaseSaga.Reserve;
import dev.layeredsaga.testbed.bench.engine.PurchaseSaga.Reserved;
import dev.layeredsaga.testbed.bench.engine.PurchaseSaga.StockCommand;
import java.sql.PreparedStatement;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.transaction.support.TransactionOperations;

/** Reserves and confirms all items of a poll in one statement. */
final class StockParticipant {

    private static final String GROUP = "bench-stock";

    private static final String CHANGE = """
            UPDATE stock SET reserved = stock.reserved + reserve - confirm, sold = stock.sold + confirm
            FROM unnest(?::int[], ?::int[], ?::int[]) AS change (item, reserve, confirm)
            WHERE stock.item = change.item AND stock.on_hand - stock.reserved - stock.sold >= reserve
            """;

    private final JdbcTemplate jdbc;
    private final Outbox outbox;
    private final TransactionOperations transaction;
    private final IdempotentConsumer<StockCommand> consumer;

    StockParticipant(JdbcTemplate jdbc, Outbox outbox, ConsumerParts parts, TransactionOperations transaction) {
        this.jdbc = jdbc;
        this.outbox = outbox;
        this.transaction = transaction;
        consumer = new IdempotentConsumer<>(GROUP, MessageTypes.sealedUnder(StockCommand.class), parts);
    }

    @KafkaListener(topics = Topics.INVENTORY_COMMANDS, groupId = GROUP)
    void on(List<ConsumerRecord<String, byte[]>> records) {
        consumer.read(records).handle(batch -> transaction.executeWithoutResult(status -> handle(batch.admit())));
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

    private void handle(List<IncomingMessage<StockCommand>> commands) {
        SortedMap<Integer, Change> changes = new TreeMap<>();
        commands.forEach(
                command -> changes.merge(command.payload().item(), Change.of(command.payload()), Change::plus));
        if (change(changes) != changes.size()) {
            throw new IllegalStateException("out of stock");
        }
        commands.forEach(command -> reply(command.payload()));
    }

    private int change(SortedMap<Integer, Change> changes) {
        Object[] items = changes.keySet().toArray();
        Object[] reserve = changes.values().stream().map(Change::reserve).toArray();
        Object[] confirm = changes.values().stream().map(Change::confirm).toArray();
        return jdbc.update(CHANGE, (PreparedStatement statement) -> {
            statement.setArray(1, statement.getConnection().createArrayOf("int", items));
            statement.setArray(2, statement.getConnection().createArrayOf("int", reserve));
            statement.setArray(3, statement.getConnection().createArrayOf("int", confirm));
        });
    }

    private void reply(StockCommand command) {
        SagaReply reply = switch (command) {
            case Reserve one -> new Reserved(one.attempt());
            case Confirm one -> new Confirmed(one.attempt());
        };
        outbox.publish(OutgoingMessage.of(Topics.SAGA_REPLIES, reply.attempt().sagaId(), reply));
    }
}

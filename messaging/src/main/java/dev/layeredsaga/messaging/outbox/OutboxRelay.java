package dev.layeredsaga.messaging.outbox;

import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.core.KafkaOperations;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Inserts with the transaction, sends from memory after the commit, remembers what has been acknowledged. */
final class OutboxRelay implements Outbox {

    private static final Logger log = LoggerFactory.getLogger(OutboxRelay.class);

    private final CloudEventCodec codec;
    private final OutboxTable table;
    private final KafkaOperations<String, byte[]> kafka;
    private final SendOrder order = new SendOrder(this::sendFromMemory);
    private final ConcurrentLinkedQueue<Long> acknowledged = new ConcurrentLinkedQueue<>();
    private List<Long> deleted = List.of();

    OutboxRelay(CloudEventCodec codec, OutboxTable table, KafkaOperations<String, byte[]> kafka) {
        this.codec = codec;
        this.table = table;
        this.kafka = kafka;
    }

    @Override
    public void publish(OutgoingMessage message) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("a message is published with a transaction, and there is none");
        }
        ofCurrentTransaction().records.add(codec.encode(message));
    }

    private Publication ofCurrentTransaction() {
        for (TransactionSynchronization synchronization : TransactionSynchronizationManager.getSynchronizations()) {
            if (synchronization instanceof Publication publication && publication.belongsTo(this)) {
                return publication;
            }
        }
        Publication publication = new Publication();
        TransactionSynchronizationManager.registerSynchronization(publication);
        return publication;
    }

    private void sendFromMemory(OutboxRow row) {
        CompletableFuture<?> unused = send(row).whenComplete((sent, failure) -> {
            if (failure == null) {
                acknowledged.add(row.id());
            } else {
                log.warn("message {} was not sent and is left to the sweep: {}", row.id(), failure.toString());
                order.forget(List.of(row.id()));
            }
        });
    }

    /** Hands the row to the producer; what comes back completes when the broker has it. */
    CompletableFuture<?> send(OutboxRow row) {
        try {
            return kafka.send(row.record());
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    boolean isBusyWith(OutboxRow row) {
        return order.knows(row.id());
    }

    /**
     * Deletes what has been acknowledged since the last time, in one statement. The rows are remembered until the next call: a
     * transaction that saw them as predecessors just before must still find that they have been sent.
     */
    synchronized void deleteAcknowledged() {
        List<Long> ids = new ArrayList<>();
        for (Long id = acknowledged.poll(); id != null; id = acknowledged.poll()) {
            ids.add(id);
        }
        order.forget(deleted);
        deleted = ids;
        if (ids.isEmpty()) {
            return;
        }
        try {
            table.delete(ids);
        } catch (RuntimeException e) {
            deleted = List.of();
            acknowledged.addAll(ids);
            throw e;
        }
    }

    /** One transaction's messages, from the first {@link #publish} to what became of the transaction. */
    private final class Publication implements TransactionSynchronization {

        private final List<ProducerRecord<String, byte[]>> records = new ArrayList<>();
        private SendOrder.Parcel parcel = new SendOrder.Parcel(List.of(), List.of());

        boolean belongsTo(OutboxRelay relay) {
            return OutboxRelay.this == relay;
        }

        @Override
        public void beforeCommit(boolean readOnly) {
            OutboxTable.Insertion insertion = table.insert(records);
            List<OutboxRow> rows = new ArrayList<>(records.size());
            for (int i = 0; i < records.size(); i++) {
                rows.add(new OutboxRow(insertion.ids().get(i), records.get(i)));
            }
            parcel = new SendOrder.Parcel(rows, insertion.predecessors());
            order.register(parcel);
        }

        @Override
        public void afterCompletion(int status) {
            if (status == STATUS_COMMITTED) {
                order.committed(parcel);
            } else {
                order.leaveToSweep(parcel);
            }
        }
    }
}

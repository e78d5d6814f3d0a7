package dev.layeredsaga.messaging.outbox;

import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.trace.TraceParent;
import dev.layeredsaga.messaging.trace.Tracing;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Notes in which trace a message is caused, inserts it with the transaction and passes it on to the {@link SendOrder} after the commit. */
final class OutboxRelay implements Outbox {

    private static final Logger log = LoggerFactory.getLogger(OutboxRelay.class);

    private final CloudEventCodec codec;
    private final OutboxTable table;
    private final SendOrder order;
    private final Tracing tracing;

    OutboxRelay(CloudEventCodec codec, OutboxTable table, SendOrder order, Tracing tracing) {
        this.codec = codec;
        this.table = table;
        this.order = order;
        this.tracing = tracing;
    }

    @Override
    public void publish(OutgoingMessage message) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()
                || !TransactionSynchronizationManager.isSynchronizationActive()) {
            throw new IllegalStateException("a message is published with a transaction, and there is none");
        }
        TraceParent trace = tracing.closest(message.key(), message.trace());
        ofCurrentTransaction().add(codec.encode(message.inTrace(trace)));
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

    /** One transaction's messages, from the first {@link #publish} to what became of the transaction. */
    private final class Publication implements TransactionSynchronization {

        private final List<ProducerRecord<String, byte[]>> records = new ArrayList<>();
        private SendOrder.Parcel parcel = new SendOrder.Parcel(List.of(), List.of());

        boolean belongsTo(OutboxRelay relay) {
            return OutboxRelay.this == relay;
        }

        void add(ProducerRecord<String, byte[]> record) {
            if (!parcel.rows().isEmpty()) {
                throw new IllegalStateException("the transaction is committing; it is too late to publish with it");
            }
            records.add(record);
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
                reportLateComers();
                order.committed(parcel);
            } else {
                order.leaveToSweep(parcel);
            }
        }

        private void reportLateComers() {
            if (parcel.rows().size() < records.size()) {
                log.error("{} messages were published during or after the commit and are lost", records.size());
            }
        }
    }
}

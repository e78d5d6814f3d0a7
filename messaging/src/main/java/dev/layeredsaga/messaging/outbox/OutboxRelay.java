package dev.layeredsaga.messaging.outbox;

import dev.layeredsaga.messaging.commit.LastStatements;
import dev.layeredsaga.messaging.commit.OnePerTransaction;
import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.trace.TraceParent;
import dev.layeredsaga.messaging.trace.Tracing;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
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
    private final Acknowledgements acknowledgements;
    private final Tracing tracing;

    OutboxRelay(
            CloudEventCodec codec,
            OutboxTable table,
            SendOrder order,
            Acknowledgements acknowledgements,
            Tracing tracing) {
        this.codec = codec;
        this.table = table;
        this.order = order;
        this.acknowledgements = acknowledgements;
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
        return OnePerTransaction.of(this, Publication.class, Publication::new);
    }

    /** One transaction's messages, from the first {@link #publish} to what became of the transaction. */
    private final class Publication implements TransactionSynchronization {

        private final List<ProducerRecord<String, byte[]>> records = new ArrayList<>();
        private final LastStatements statements = table.lastStatements();
        private List<Delivery> takenAlong = List.of();
        private SendOrder.@Nullable Opening opening;

        void add(ProducerRecord<String, byte[]> record) {
            if (opening != null) {
                throw new IllegalStateException("the transaction is committing; it is too late to publish with it");
            }
            records.add(record);
        }

        @Override
        public void beforeCommit(boolean readOnly) {
            Set<String> keys = Parcel.keysOf(records);
            SendOrder.Opening opened = order.open(keys);
            opening = opened;
            takenAlong = acknowledgements.takeAlong();
            statements.add(table.insertion(
                    records,
                    keys,
                    opened.question(),
                    Acknowledgements.idsOf(takenAlong),
                    insertion -> order.inserted(opened, new Parcel(insertion.id(), records, keys), insertion)));
        }

        /** Before those who write rows that others wait for. */
        @Override
        public int getOrder() {
            return LastStatements.ORDER_OF_WRITERS - 1;
        }

        @Override
        public void afterCompletion(int status) {
            if (opening == null) {
                reportUnsent(status);
            } else if (status == STATUS_COMMITTED) {
                order.committed(opening);
                acknowledgements.deleted(takenAlong);
            } else {
                order.leaveToSweep(opening);
                acknowledgements.putBack(takenAlong);
            }
        }

        private void reportUnsent(int status) {
            if (status == STATUS_COMMITTED) {
                log.error("{} messages were published during or after the commit and are lost", records.size());
            }
        }
    }
}

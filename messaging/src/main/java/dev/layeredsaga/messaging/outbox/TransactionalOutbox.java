package dev.layeredsaga.messaging.outbox;

import static java.util.stream.Collectors.partitioningBy;

import dev.layeredsaga.messaging.commit.LastStatements;
import dev.layeredsaga.messaging.commit.OnePerTransaction;
import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.trace.TraceParent;
import dev.layeredsaga.messaging.trace.Tracing;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Inserts messages with the transaction that publishes them, and passes them on to the {@link SendQueue} after the commit. */
final class TransactionalOutbox implements Outbox {

    private static final Logger log = LoggerFactory.getLogger(TransactionalOutbox.class);

    private final CloudEventCodec codec;
    private final OutboxTable table;
    private final SendQueue queue;
    private final Tracing tracing;

    TransactionalOutbox(CloudEventCodec codec, OutboxTable table, SendQueue queue, Tracing tracing) {
        this.codec = codec;
        this.table = table;
        this.queue = queue;
        this.tracing = tracing;
    }

    @Override
    public void publish(OutgoingMessage message) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()
                || !TransactionSynchronizationManager.isSynchronizationActive()) {
            throw new IllegalStateException("a message is published with a transaction, and there is none");
        }
        TraceParent trace = tracing.closest(message.key(), message.trace());
        OnePerTransaction.of(this, Publication.class, Publication::new)
                .add(codec.encode(message.inTrace(trace)), message.afterOthers());
    }

    /** One transaction's messages, from the first {@link #publish} to the end of the transaction. */
    private final class Publication implements TransactionSynchronization {

        private final List<ProducerRecord<String, byte[]>> records = new ArrayList<>();
        private final Set<String> keysAfterOthers = new HashSet<>();
        private final LastStatements statements = table.lastStatements();
        private SendQueue.@Nullable Opening opening;
        private boolean committing;
        private boolean needsSweep;

        void add(ProducerRecord<String, byte[]> record, boolean afterOthers) {
            if (committing) {
                throw new IllegalStateException("the transaction is committing; it is too late to publish with it");
            }
            records.add(record);
            if (afterOthers) {
                keysAfterOthers.add(record.key());
            }
        }

        /** Two rows at most: messages that have to wait for others must not keep the rest waiting. */
        @Override
        public void beforeCommit(boolean readOnly) {
            committing = true;
            Set<String> left = queue.leftOf(OutboxBatch.keysOf(records));
            Map<Boolean, List<ProducerRecord<String, byte[]>>> byWay = records.stream()
                    .collect(partitioningBy(
                            record -> left.contains(record.key()) || keysAfterOthers.contains(record.key())));
            insertForMemory(byWay.getOrDefault(false, List.of()));
            insertForSweep(byWay.getOrDefault(true, List.of()));
            needsSweep = !byWay.getOrDefault(true, List.of()).isEmpty();
        }

        private void insertForMemory(List<ProducerRecord<String, byte[]>> some) {
            if (!some.isEmpty()) {
                SendQueue.Opening opened = queue.open(OutboxBatch.keysOf(some));
                opening = opened;
                statements.add(table.insertion(some, true, id -> queue.inserted(opened, OutboxBatch.of(id, some))));
            }
        }

        private void insertForSweep(List<ProducerRecord<String, byte[]>> some) {
            if (!some.isEmpty()) {
                statements.add(table.insertion(some, false, id -> queue.insertedForSweep(OutboxBatch.of(id, some))));
            }
        }

        /** Before those who write rows that others wait for. */
        @Override
        public int getOrder() {
            return LastStatements.ORDER_OF_WRITERS - 1;
        }

        @Override
        public void afterCompletion(int status) {
            if (status == STATUS_COMMITTED && !committing) {
                log.error("{} messages were published during or after the commit and are lost", records.size());
            }
            if (opening != null) {
                queue.ended(opening, status == STATUS_COMMITTED);
            }
            if (needsSweep) {
                queue.wantSweep();
            }
        }
    }
}

package dev.layeredsaga.messaging.outbox;

import static java.util.stream.Collectors.partitioningBy;

import dev.layeredsaga.messaging.commit.UnitOfWork;
import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.heartbeat.Activity;
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
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Inserts messages with the transaction that publishes them, and passes them on to the {@link SendQueue} after the commit. */
final class TransactionalOutbox implements Outbox {

    private static final Logger log = LoggerFactory.getLogger(TransactionalOutbox.class);

    private final CloudEventCodec codec;
    private final OutboxTable table;
    private final SendQueue queue;
    private final Tracing tracing;
    private final Activity activity;

    TransactionalOutbox(CloudEventCodec codec, OutboxTable table, SendQueue queue, Tracing tracing, Activity activity) {
        this.codec = codec;
        this.table = table;
        this.queue = queue;
        this.tracing = tracing;
        this.activity = activity;
    }

    @Override
    public void publish(OutgoingMessage message) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()
                || !TransactionSynchronizationManager.isSynchronizationActive()) {
            throw new IllegalStateException("a message is published with a transaction, and there is none");
        }
        TraceParent trace = tracing.closest(message.key(), message.trace());
        table.unitOfWork()
                .part(UnitOfWork.Phase.OUTBOX, this, Publication.class, Publication::new)
                .add(codec.encode(message.inTrace(trace)), message.afterOthers());
    }

    @Override
    public boolean hasUnsent(String topic) {
        return table.hasUnsent(topic);
    }

    /** One transaction's messages, from the first {@link #publish} to the end of the transaction. */
    private final class Publication implements UnitOfWork.Part {

        private final List<ProducerRecord<String, byte[]>> records = new ArrayList<>();
        private final Set<String> keysAfterOthers = new HashSet<>();
        private SendQueue.@Nullable Opening opening;
        private boolean written;
        private boolean needsSweep;

        void add(ProducerRecord<String, byte[]> record, boolean afterOthers) {
            records.add(record);
            if (afterOthers) {
                keysAfterOthers.add(record.key());
            }
        }

        /** Written at the commit, all in one. */
        @Override
        public Runnable mark() {
            int kept = records.size();
            Set<String> keptKeys = Set.copyOf(keysAfterOthers);
            return () -> {
                records.subList(kept, records.size()).clear();
                keysAfterOthers.retainAll(keptKeys);
            };
        }

        /** Two rows at most: messages that have to wait for others must not keep the rest waiting. */
        @Override
        public List<UnitOfWork.Statement> statements() {
            written = true;
            Set<String> left = queue.leftOf(OutboxBatch.keysOf(records));
            Map<Boolean, List<ProducerRecord<String, byte[]>>> byWay = records.stream()
                    .collect(partitioningBy(
                            record -> left.contains(record.key()) || keysAfterOthers.contains(record.key())));
            List<ProducerRecord<String, byte[]>> fromMemory = byWay.getOrDefault(false, List.of());
            List<ProducerRecord<String, byte[]>> bySweep = byWay.getOrDefault(true, List.of());
            needsSweep = !bySweep.isEmpty();
            List<UnitOfWork.Statement> insertions = new ArrayList<>();
            if (!fromMemory.isEmpty()) {
                SendQueue.Opening opened = queue.open(OutboxBatch.keysOf(fromMemory));
                opening = opened;
                insertions.add(table.insertion(
                        fromMemory,
                        true,
                        row -> queue.inserted(opened, OutboxBatch.of(row.id(), fromMemory), row.transaction())));
            }
            if (needsSweep) {
                insertions.add(table.insertion(
                        bySweep,
                        false,
                        row -> queue.insertedForSweep(OutboxBatch.of(row.id(), bySweep), row.transaction())));
            }
            return insertions;
        }

        @Override
        public void ended(boolean committed) {
            if (committed && !written) {
                log.error("{} messages were published during or after the commit and are lost", records.size());
            }
            if (opening != null) {
                queue.ended(opening, committed);
            }
            if (needsSweep) {
                queue.sweepWanted.now();
            }
            if (committed) {
                activity.now();
            }
        }
    }
}

package dev.layeredsaga.messaging.outbox;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The broker's answers for the messages of one batch. Thread-safe. */
final class Delivery {

    private final OutboxBatch batch;
    private final SortedMap<Integer, String> stuck = new TreeMap<>();
    private int unanswered;
    private boolean failed;

    Delivery(OutboxBatch batch) {
        this.batch = batch;
        this.unanswered = batch.size();
    }

    /** A message that cannot be sent for a reason of its own, or because one before it cannot. */
    record StuckMessage(long batch, int position, ProducerRecord<String, byte[]> record, String reason) {

        Target target() {
            return Target.of(record);
        }
    }

    OutboxBatch batch() {
        return batch;
    }

    /**
     * Notes that the broker has the next message.
     *
     * @return true if this was the last answer, as with the others
     */
    synchronized boolean sent() {
        return --unanswered == 0;
    }

    /** Notes that the message in this position is to be moved to the stuck ones. */
    synchronized boolean stuck(int position, String reason) {
        stuck.put(position, reason);
        return --unanswered == 0;
    }

    /** Notes that so many messages were not sent for a reason that is not theirs: the whole batch is sent again. */
    synchronized boolean failed(int messages) {
        failed = true;
        unanswered -= messages;
        return unanswered == 0;
    }

    synchronized boolean hasFailed() {
        return failed;
    }

    synchronized List<StuckMessage> stuckMessages() {
        return stuck.entrySet().stream().map(this::stuckMessage).toList();
    }

    private StuckMessage stuckMessage(Map.Entry<Integer, String> entry) {
        int position = entry.getKey();
        return new StuckMessage(batch.id().number(), position, batch.records().get(position), entry.getValue());
    }
}

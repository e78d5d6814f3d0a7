package dev.layeredsaga.messaging.outbox;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerRecord;

/** What the broker has answered for the messages of one parcel. Thread-safe. */
final class Delivery {

    private final Parcel parcel;
    private final SortedMap<Integer, ProducerRecord<String, byte[]>> refused = new TreeMap<>();
    private final SortedMap<Integer, String> stuck = new TreeMap<>();
    private int unanswered;

    Delivery(Parcel parcel) {
        this.parcel = parcel;
        this.unanswered = parcel.size();
    }

    /** A message that cannot be sent for a reason of its own, or because one before it cannot. */
    record StuckMessage(long parcel, int position, ProducerRecord<String, byte[]> record, String reason) {

        Target target() {
            return Target.of(record);
        }
    }

    Parcel parcel() {
        return parcel;
    }

    /**
     * The broker has the message in this position, or has not got it for a reason that is not the message's.
     *
     * @return true if this was the last answer
     */
    synchronized boolean answered(int position, boolean taken) {
        if (!taken) {
            refused.put(position, parcel.records().get(position));
        }
        unanswered--;
        return unanswered == 0;
    }

    /**
     * The message in this position is to be moved to the stuck ones.
     *
     * @return true if this was the last answer
     */
    synchronized boolean stuck(int position, String reason) {
        stuck.put(position, reason);
        return answered(position, false);
    }

    /** Returns true if the broker has all of it. */
    synchronized boolean isWhole() {
        return unanswered == 0 && refused.isEmpty();
    }

    /** Returns true if what the broker does not have is stuck, and nothing of it is left to the sweep. */
    synchronized boolean isStuck() {
        return unanswered == 0 && !stuck.isEmpty() && stuck.size() == refused.size();
    }

    synchronized List<StuckMessage> stuckMessages() {
        return stuck.entrySet().stream().map(this::stuckMessage).toList();
    }

    private StuckMessage stuckMessage(Map.Entry<Integer, String> entry) {
        int position = entry.getKey();
        return new StuckMessage(parcel.id(), position, parcel.records().get(position), entry.getValue());
    }

    /** The messages that the broker does not have, under the parcel's id. */
    synchronized Parcel rest() {
        return Parcel.leftover(parcel.id(), List.copyOf(refused.values()));
    }
}

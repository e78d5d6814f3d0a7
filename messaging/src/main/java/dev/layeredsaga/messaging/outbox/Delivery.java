package dev.layeredsaga.messaging.outbox;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerRecord;

/** What the broker has answered for the messages of one parcel. Thread-safe. */
final class Delivery {

    private final Parcel parcel;
    private final SortedMap<Integer, ProducerRecord<String, byte[]>> refused = new TreeMap<>();
    private int unanswered;

    Delivery(Parcel parcel) {
        this.parcel = parcel;
        this.unanswered = parcel.size();
    }

    Parcel parcel() {
        return parcel;
    }

    /**
     * The broker has the message in this position, or will not have it.
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

    /** Whether the broker has all of it. */
    synchronized boolean isWhole() {
        return unanswered == 0 && refused.isEmpty();
    }

    /** The messages that the broker does not have, under the parcel's id. */
    synchronized Parcel rest() {
        return Parcel.leftover(parcel.id(), List.copyOf(refused.values()));
    }
}

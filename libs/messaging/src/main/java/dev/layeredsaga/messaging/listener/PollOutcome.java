package dev.layeredsaga.messaging.listener;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** The records of a poll that are done with, because they are handled or held, and why there are others. For one thread only. */
final class PollOutcome {

    private final Set<ConsumerRecord<?, ?>> done = new HashSet<>();
    private @Nullable RuntimeException stopped;

    void done(Collection<? extends ConsumerRecord<?, ?>> records) {
        done.addAll(records);
    }

    /** The records that are not done have to be delivered again. */
    void stoppedBy(RuntimeException cause) {
        stopped = cause;
    }

    void add(PollOutcome other) {
        done.addAll(other.done);
        stopped = other.stopped == null ? stopped : other.stopped;
    }

    boolean isDone(ConsumerRecord<?, ?> record) {
        return done.contains(record);
    }

    /** @throws PollFailedException if one of the records is not done */
    void requireAllDone(List<? extends ConsumerRecord<?, ?>> records) {
        if (done.size() != records.size()) {
            throw new PollFailedException(this);
        }
    }

    @Nullable RuntimeException stoppedBy() {
        return stopped;
    }
}

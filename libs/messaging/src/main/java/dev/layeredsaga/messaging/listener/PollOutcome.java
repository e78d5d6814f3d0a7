package dev.layeredsaga.messaging.listener;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** The outcome of each record of a poll: handled, failed, or not tried. For one thread only. */
final class PollOutcome {

    private final Set<ConsumerRecord<?, ?>> handled = new HashSet<>();
    private final Map<ConsumerRecord<?, ?>, Failure> failed = new LinkedHashMap<>();
    private @Nullable RuntimeException stopped;

    /** @param proven true if the message is poison, and not what handles it out of order */
    record Failure(RuntimeException cause, boolean proven) {}

    void handled(Collection<? extends ConsumerRecord<?, ?>> records) {
        handled.addAll(records);
    }

    void failed(ConsumerRecord<?, ?> record, RuntimeException cause, boolean proven) {
        failed.put(record, new Failure(cause, proven));
    }

    /** The records not tried were given up for the time being, as so much had failed before them. */
    void stoppedBy(RuntimeException cause) {
        stopped = cause;
    }

    void add(PollOutcome other) {
        handled.addAll(other.handled);
        failed.putAll(other.failed);
        stopped = other.stopped == null ? stopped : other.stopped;
    }

    boolean isHandled(ConsumerRecord<?, ?> record) {
        return handled.contains(record);
    }

    boolean areAllHandled(List<? extends ConsumerRecord<?, ?>> records) {
        return handled.size() == records.size();
    }

    @Nullable Failure failureOf(ConsumerRecord<?, ?> record) {
        return failed.get(record);
    }

    Map<ConsumerRecord<?, ?>, Failure> failures() {
        return failed;
    }

    @Nullable RuntimeException stoppedBy() {
        return stopped;
    }
}

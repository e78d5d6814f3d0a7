package dev.layeredsaga.messaging.listener;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Not all records of a poll have been handled; those that have been are committed all the same. */
public final class PartlyHandledException extends RuntimeException {

    private final transient PollOutcome outcome;

    PartlyHandledException(PollOutcome outcome) {
        super("%d messages of a poll failed".formatted(outcome.failures().size()));
        this.outcome = outcome;
        outcome.failures().values().stream().limit(1).forEach(first -> initCause(first.cause()));
    }

    PollOutcome outcome() {
        return outcome;
    }

    /** Returns the records that were tried and failed, by topic in the order of the poll. */
    public List<? extends ConsumerRecord<?, ?>> failed() {
        return List.copyOf(outcome.failures().keySet());
    }

    /** Returns the records that are poison and belong into the dead letters. */
    public List<? extends ConsumerRecord<?, ?>> poison() {
        return outcome.failures().entrySet().stream()
                .filter(failure -> failure.getValue().proven())
                .map(Map.Entry::getKey)
                .toList();
    }
}

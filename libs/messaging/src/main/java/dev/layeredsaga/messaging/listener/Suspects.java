package dev.layeredsaga.messaging.listener;

import dev.layeredsaga.messaging.failure.FailureKind;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one consumer that have failed alone, and the evidence for their being poison. A message is proven to be poison if it
 * cannot be read, or if the database has refused its data ({@link FailureKind#DATA}) {@value #TRIES} times and
 *
 * <ul>
 *   <li>a message with another key has been handled since it first failed, or
 *   <li>no message with another key is failing beside it, and the database takes a write for the same consumer (a probe).
 * </ul>
 *
 * While others fail beside it and none passes, it is not the message that is wrong. Thread-safe.
 */
final class Suspects {

    static final int TRIES = 4;

    /** Longer than a record is held before it is tried again; who has not been tried for so long is another instance's. */
    private static final Duration FORGOTTEN = Duration.ofMinutes(1);

    private final Map<Place, Suspect> suspects = new ConcurrentHashMap<>();
    private final Predicate<String> probe;

    /** @param probe returns true if the database takes a write on behalf of the message with the given id */
    Suspects(Predicate<String> probe) {
        this.probe = probe;
    }

    private record Place(String topic, int partition, long offset) {

        static Place of(ConsumerRecord<?, ?> record) {
            return new Place(record.topic(), record.partition(), record.offset());
        }
    }

    private record Suspect(@Nullable Object key, int tries, boolean othersPass, boolean proven, long triedAt) {

        boolean isAnotherThan(@Nullable Object otherKey) {
            return otherKey == null || !Objects.equals(key, otherKey);
        }
    }

    boolean isEmpty() {
        return suspects.isEmpty();
    }

    boolean contain(ConsumerRecord<?, ?> record) {
        return !suspects.isEmpty() && suspects.containsKey(Place.of(record));
    }

    boolean containAnyOf(List<? extends ConsumerRecord<?, ?>> records) {
        return !suspects.isEmpty() && records.stream().anyMatch(this::contain);
    }

    /** Records that the handler has handled these, which speaks against the others. */
    void passed(Collection<? extends ConsumerRecord<?, ?>> records) {
        if (suspects.isEmpty() || records.isEmpty()) {
            return;
        }
        records.forEach(this::clear);
        suspects.replaceAll((place, suspect) ->
                suspect.othersPass() || records.stream().noneMatch(record -> suspect.isAnotherThan(record.key()))
                        ? suspect
                        : new Suspect(suspect.key(), suspect.tries(), true, suspect.proven(), suspect.triedAt()));
    }

    void clear(ConsumerRecord<?, ?> record) {
        suspects.remove(Place.of(record));
    }

    void failed(ConsumerRecord<?, ?> record) {
        long now = System.nanoTime();
        suspects.values().removeIf(suspect -> now - suspect.triedAt() > FORGOTTEN.toNanos());
        suspects.merge(
                Place.of(record),
                new Suspect(record.key(), 1, false, false, now),
                (before, first) ->
                        new Suspect(before.key(), before.tries() + 1, before.othersPass(), before.proven(), now));
    }

    /** @param messageId of the record, which has just failed */
    boolean isPoison(ConsumerRecord<?, ?> record, String messageId, RuntimeException cause) {
        boolean poison = switch (FailureKind.of(cause)) {
            case MALFORMED -> true;
            case DATA -> isProven(record, messageId);
            case DATABASE, UNKNOWN -> false;
        };
        if (poison) {
            suspects.computeIfPresent(
                    Place.of(record),
                    (place, suspect) ->
                            new Suspect(suspect.key(), suspect.tries(), suspect.othersPass(), true, suspect.triedAt()));
        }
        return poison;
    }

    private boolean isProven(ConsumerRecord<?, ?> record, String messageId) {
        Suspect suspect = suspects.get(Place.of(record));
        if (suspect == null || suspect.tries() < TRIES) {
            return false;
        }
        return suspect.othersPass() || (isAlone(record) && probe.test(messageId));
    }

    private boolean isAlone(ConsumerRecord<?, ?> record) {
        Place own = Place.of(record);
        return suspects.entrySet().stream()
                .noneMatch(other -> !other.getKey().equals(own)
                        && !other.getValue().proven()
                        && other.getValue().isAnotherThan(record.key()));
    }
}

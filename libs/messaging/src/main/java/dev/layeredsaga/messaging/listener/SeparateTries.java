package dev.layeredsaga.messaging.listener;

import dev.layeredsaga.messaging.listener.Batch.Delivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One attempt at a poll whose messages could not be handled together: those that are not suspect in one transaction, if that fails
 * each in one of its own, then the suspects, each in one of its own. A failure holds back the messages with the same key that come
 * after it, and no others. Made for one thread.
 */
final class SeparateTries<M> {

    /** So many failures on end say that it is not the messages that are wrong; the others then are not tried, either. */
    private static final int FAILURES_ON_END = 10;

    /** With a database that lets everyone wait, one attempt must not take the time within which a consumer has to poll. */
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private final Function<List<Delivery<M>>, Batch<M>> transaction;
    private final Suspects suspects;
    private final PollOutcome outcome;
    private final long begin = System.nanoTime();
    private final Set<String> failedKeys = new HashSet<>();
    private final Map<Delivery<M>, RuntimeException> failures = new HashMap<>();
    private int failuresOnEnd;

    /** @param transaction handles some messages in one transaction and returns them as a batch; throws if it was not committed */
    SeparateTries(Function<List<Delivery<M>>, Batch<M>> transaction, Suspects suspects, PollOutcome outcome) {
        this.transaction = transaction;
        this.suspects = suspects;
        this.outcome = outcome;
    }

    void of(List<Delivery<M>> deliveries) {
        List<Delivery<M>> clean = new ArrayList<>();
        List<Delivery<M>> suspect = new ArrayList<>();
        Set<String> suspectKeys = new HashSet<>();
        for (Delivery<M> delivery : deliveries) {
            if (suspects.contain(delivery.record()) || isAmong(suspectKeys, delivery)) {
                suspect.add(delivery);
                addTo(suspectKeys, delivery);
            } else {
                clean.add(delivery);
            }
        }
        if (!clean.isEmpty() && tryTo(clean) != null) {
            eachAlone(clean);
        }
        eachAlone(suspect);
        failures.forEach((delivery, cause) -> outcome.failed(
                delivery.record(),
                cause,
                suspects.isPoison(delivery.record(), delivery.message().id(), cause)));
    }

    private void eachAlone(List<Delivery<M>> deliveries) {
        for (Delivery<M> delivery : deliveries) {
            if (outcome.stoppedBy() != null) {
                return;
            }
            if (!isAmong(failedKeys, delivery)) {
                alone(delivery);
            }
        }
    }

    private void alone(Delivery<M> delivery) {
        RuntimeException failure = tryTo(List.of(delivery));
        if (failure == null) {
            failuresOnEnd = 0;
            return;
        }
        failuresOnEnd++;
        suspects.failed(delivery.record());
        failures.put(delivery, failure);
        addTo(failedKeys, delivery);
        if (failuresOnEnd == FAILURES_ON_END || System.nanoTime() - begin > LONGEST.toNanos()) {
            outcome.stoppedBy(failure);
        }
    }

    private @Nullable RuntimeException tryTo(List<Delivery<M>> deliveries) {
        try {
            Batch<M> batch = transaction.apply(deliveries);
            batch.records().forEach(suspects::clear);
            suspects.passed(batch.freshRecords());
            outcome.handled(batch.records());
            return null;
        } catch (RuntimeException e) {
            return e;
        }
    }

    /** Messages without a key have no order among each other. */
    private static boolean isAmong(Set<String> keys, Delivery<?> delivery) {
        return delivery.record().key() != null
                && keys.contains(delivery.record().key());
    }

    private static void addTo(Set<String> keys, Delivery<?> delivery) {
        if (delivery.record().key() != null) {
            keys.add(delivery.record().key());
        }
    }
}

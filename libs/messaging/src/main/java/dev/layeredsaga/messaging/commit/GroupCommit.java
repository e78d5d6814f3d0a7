package dev.layeredsaga.messaging.commit;

import dev.layeredsaga.messaging.failure.FailureKind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Serves calls that concern the same thing together: who comes while others are being served waits, and shares the next round
 * with all who came meanwhile (group commit). Who comes alone is served at once. Each round runs on the thread of one of its
 * callers, and of several rounds for one key one runs at a time. Thread-safe.
 *
 * @param <K> what calls concern, compared by {@code equals}
 * @param <C> a call
 * @param <R> what becomes of it
 */
public final class GroupCommit<K, C, R> {

    /** The time limit of a round. Database sessions have shorter limits of their own. */
    private static final Duration ROUND_TIMEOUT = Duration.ofSeconds(30);

    private final int most;
    private final Duration timeout;
    private final Rounds<K, C, R> rounds;
    /** A key is in here as long as someone leads. */
    private final Map<K, Deque<QueuedCall<C, R>>> queues = new ConcurrentHashMap<>();

    /**
     * @param most so many calls in one round
     * @param timeout how long a call waits for its turn before it is turned away, whatever the one who leads is doing
     */
    public GroupCommit(int most, Duration timeout, Rounds<K, C, R> rounds) {
        this.most = most;
        this.timeout = timeout;
        this.rounds = rounds;
    }

    /** Serves rounds of calls. Called by many threads. */
    public interface Rounds<K, C, R> {

        /** Serves all of them, with a result for each, in their order; or throws, and has served none. */
        List<R> serve(K key, List<C> calls);

        /**
         * Returns true if each of the calls would fail alone, too. Otherwise each that has not waited too long by then is tried alone. By
         * default true if the database is away.
         */
        default boolean concernsAll(RuntimeException failure) {
            return FailureKind.concernsAll(failure);
        }

        /** Returns the exception for a call that has waited too long. */
        RuntimeException tooLate(K key, Duration waited);
    }

    /**
     * Returns what has become of the call. Waits uninterruptibly, but not without end: for its turn as long as it may, and then for the
     * round that it is in. If that does not end, it is unknown whether the call has been served.
     *
     * @throws RuntimeException what {@link Rounds} threw for this call, or has for one that came too late
     */
    public R serve(K key, C call) {
        QueuedCall<C, R> own = new QueuedCall<>(call);
        queues.compute(key, (same, queue) -> {
            Deque<QueuedCall<C, R>> all = queue == null ? new ArrayDeque<>() : queue;
            all.add(own);
            if (queue == null) {
                own.lead();
            }
            return all;
        });
        if (!own.awaitTurn(timeout) && withdraw(key, own)) {
            throw rounds.tooLate(key, own.waited());
        }
        if (own.leads()) {
            lead(key);
        }
        return own.result(ROUND_TIMEOUT).orElseThrow(() -> rounds.tooLate(key, own.waited()));
    }

    /** Takes a call out of the queue, unless it has got its turn meanwhile or is being served. */
    private boolean withdraw(K key, QueuedCall<C, R> own) {
        boolean[] withdrawn = {false};
        queues.computeIfPresent(key, (same, queue) -> {
            withdrawn[0] = !own.leads() && queue.remove(own);
            return queue;
        });
        return withdrawn[0];
    }

    /** Returns the number of calls that wait for the next round; for tests. */
    int waitingFor(K key) {
        int[] waiting = {0};
        queues.computeIfPresent(key, (same, queue) -> {
            waiting[0] = queue.size();
            return queue;
        });
        return waiting[0];
    }

    private void lead(K key) {
        try {
            serveRound(key, nextRound(key));
        } finally {
            handOver(key);
        }
    }

    private List<QueuedCall<C, R>> nextRound(K key) {
        List<QueuedCall<C, R>> round = new ArrayList<>();
        queues.computeIfPresent(key, (same, queue) -> {
            while (round.size() < most && !queue.isEmpty()) {
                round.add(queue.remove());
            }
            return queue;
        });
        return round;
    }

    /** Has the longest waiting call lead; if none waits, the next to come leads. */
    private void handOver(K key) {
        queues.computeIfPresent(key, (same, queue) -> {
            if (queue.isEmpty()) {
                return null;
            }
            queue.element().lead();
            return queue;
        });
    }

    private void serveRound(K key, List<QueuedCall<C, R>> round) {
        List<QueuedCall<C, R>> inTime = new ArrayList<>();
        for (QueuedCall<C, R> queued : round) {
            Duration waited = queued.waited();
            if (waited.compareTo(timeout) > 0) {
                queued.fail(rounds.tooLate(key, waited));
            } else {
                inTime.add(queued);
            }
        }
        if (!inTime.isEmpty()) {
            serveTogether(key, inTime);
        }
    }

    private void serveTogether(K key, List<QueuedCall<C, R>> calls) {
        try {
            List<R> results =
                    rounds.serve(key, calls.stream().map(QueuedCall::call).toList());
            for (int i = 0; i < calls.size(); i++) {
                calls.get(i).succeed(results.get(i));
            }
        } catch (RuntimeException e) {
            if (calls.size() == 1 || rounds.concernsAll(e)) {
                calls.forEach(queued -> queued.fail(e));
            } else {
                calls.forEach(queued -> serveRound(key, List.of(queued)));
            }
        } catch (Error e) {
            calls.forEach(queued -> queued.fail(e));
            throw e;
        }
    }
}

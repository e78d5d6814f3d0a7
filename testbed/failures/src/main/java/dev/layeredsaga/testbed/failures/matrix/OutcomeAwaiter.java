package dev.layeredsaga.testbed.failures.matrix;

import dev.layeredsaga.testbed.client.SagaEvents;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits until all orders of a play have come to their end, or their time is over, and looks at them then. While a part of the
 * system is away it goes on asking.
 */
final class OutcomeAwaiter {

    private static final Duration PAUSE = Duration.ofMillis(250);

    /** The time for which an unresponsive system is queried after an order's time is over. */
    private static final Duration LAST_LOOK = Duration.ofSeconds(60);

    private final ScenarioRun run;
    private final ObservedSystem observed;
    private final Duration bound;
    private final Map<String, Duration> took = new HashMap<>();

    OutcomeAwaiter(ScenarioRun run, ObservedSystem observed, Limits limits) {
        this.run = run;
        this.observed = observed;
        this.bound = run.played().expected().within().in(limits);
    }

    /** Takes as long as the orders do. */
    Result result() {
        run.orders().forEach(this::awaitEndOf);
        Observation seen = look();
        List<String> findings = new Checks(run.played(), bound).findings(seen);
        return findings.isEmpty()
                ? new Result.Right(run.played(), longest())
                : new Result.Wrong(run.played(), findings);
    }

    private void awaitEndOf(String order) {
        while (!hasCome(order) && run.since(order).compareTo(bound) <= 0) {
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        took.put(order, run.since(order));
    }

    private boolean hasCome(String order) {
        try {
            return observed.hasCome(order, run.played().expected().ending());
        } catch (RuntimeException away) {
            return false;
        }
    }

    private Observation look() {
        long begin = System.nanoTime();
        while (true) {
            try {
                return lookOnce();
            } catch (RuntimeException away) {
                if (Duration.ofNanos(System.nanoTime() - begin).compareTo(LAST_LOOK) > 0) {
                    throw away;
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    private Observation lookOnce() {
        SagaEvents events = observed.events();
        List<OrderSeen> orders = run.orders().stream()
                .map(order -> observed.look(order, events, took.getOrDefault(order, bound)))
                .toList();
        return new Observation(orders, observed.look(run.sku(), run.played().stocked()), run.remarks());
    }

    private Duration longest() {
        return took.values().stream().max(Duration::compareTo).orElse(Duration.ZERO);
    }
}

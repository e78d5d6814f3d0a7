package dev.layeredsaga.testbed.failures.matrix.system;

import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen.Order;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen.Saga;
import dev.layeredsaga.testbed.failures.audit.seen.SystemReader;
import dev.layeredsaga.testbed.failures.matrix.outcome.Checks;
import dev.layeredsaga.testbed.failures.matrix.outcome.Limits;
import dev.layeredsaga.testbed.failures.matrix.outcome.Observation;
import dev.layeredsaga.testbed.failures.matrix.outcome.Result;
import java.time.Duration;
import java.util.LinkedHashMap;
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
    private final SystemReader reader;
    private final Gateway gateway;
    private final Duration bound;
    private final Map<String, Duration> took = new LinkedHashMap<>();

    OutcomeAwaiter(ScenarioRun run, SystemReader reader, Gateway gateway, Limits limits) {
        this.run = run;
        this.reader = reader;
        this.gateway = gateway;
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
            return switch (run.played().expected().ending()) {
                case STUCK -> reader.saga(order).filter(Saga::isStuck).isPresent();
                case NO_ORDER -> true;
                case CONFIRMED, DECLINED, UNAVAILABLE, CANCELLED ->
                    reader.order(order).filter(Order::hasEnded).isPresent();
            };
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
        Map<String, Observation.Seen> orders = new LinkedHashMap<>();
        took.forEach((order, time) -> orders.put(order, new Observation.Seen(gateway.callsFor(order), time)));
        return new Observation(reader.ordersOf(run.customers(), took.keySet()), orders, run.remarks());
    }

    private Duration longest() {
        return took.values().stream().max(Duration::compareTo).orElse(Duration.ZERO);
    }
}

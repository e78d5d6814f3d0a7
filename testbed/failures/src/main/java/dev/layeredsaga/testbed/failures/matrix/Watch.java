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
final class Watch {

    private static final Duration PAUSE = Duration.ofMillis(250);

    /** How long a system that does not answer is asked what came of an order whose time is over. */
    private static final Duration LAST_LOOK = Duration.ofSeconds(60);

    private final Play play;
    private final Outside outside;
    private final Duration bound;
    private final Map<String, Duration> took = new HashMap<>();

    Watch(Play play, Outside outside, Limits limits) {
        this.play = play;
        this.outside = outside;
        this.bound = play.played().expected().within().in(limits);
    }

    /** Takes as long as the orders do. */
    Result result() {
        play.orders().forEach(this::awaitEndOf);
        Observation seen = look();
        List<String> findings = new Checks(play.played(), bound).findings(seen);
        return findings.isEmpty()
                ? new Result.Right(play.played(), longest())
                : new Result.Wrong(play.played(), findings);
    }

    private void awaitEndOf(String order) {
        while (!hasCome(order) && play.since(order).compareTo(bound) <= 0) {
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        took.put(order, play.since(order));
    }

    private boolean hasCome(String order) {
        try {
            return outside.hasCome(order, play.played().expected().ending());
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
        SagaEvents events = outside.events();
        List<OrderSeen> orders = play.orders().stream()
                .map(order -> outside.look(order, events, took.getOrDefault(order, bound)))
                .toList();
        return new Observation(orders, outside.look(play.sku(), play.played().stocked()), play.remarks());
    }

    private Duration longest() {
        return took.values().stream().max(Duration::compareTo).orElse(Duration.ZERO);
    }
}

package dev.layeredsaga.inventory.lock.redis;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RedissonClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks Redis again and again, so that no request has to find out that it has gone or to try whether it is back. It asks for
 * what requests ask for: a lock (one of its own), which a read-only or overfull Redis refuses although it answers a
 * {@code PING}.
 */
final class RedisProbe implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(RedisProbe.class);
    private static final String PREFIX = "inventory:lock-probe:";
    private static final long LEASE_MILLIS = 100;

    private final RedissonClient redisson;
    private final CircuitBreaker breaker;
    private final UnansweredLocks unanswered;

    RedisProbe(RedissonClient redisson, CircuitBreaker breaker, UnansweredLocks unanswered) {
        this.redisson = redisson;
        this.breaker = breaker;
        this.unanswered = unanswered;
    }

    /** One look; never throws. */
    @Override
    public void run() {
        try {
            look();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            log.debug("no lock from Redis: {}", e.toString());
        }
    }

    /** An open breaker is closed when there is an answer and the way is clear; before a closed one, a look counts as any call. */
    private void look() throws Exception {
        if (breaker.getState() == State.OPEN) {
            ask();
            unanswered.giveBack();
            breaker.transitionToClosedState();
        } else {
            breaker.executeCallable(this::ask);
            unanswered.giveBack();
        }
    }

    /** Whether the lock is granted does not matter, only that there is an answer. It ends with its lease. */
    private boolean ask() throws InterruptedException {
        return redisson.getLock(PREFIX + redisson.getId()).tryLock(0, LEASE_MILLIS, TimeUnit.MILLISECONDS);
    }
}

package dev.layeredsaga.inventory.lock.redis;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RedissonClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Probes Redis periodically, so that no request has to detect an outage or a recovery. It requests what requests need: a lock
 * (one of its own), which a read-only or overfull Redis refuses although it answers a {@code PING}.
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

    /** Runs the probe from startup on, on its own thread, so that no other task can delay it. */
    static final class Schedule implements AutoCloseable {

        private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("redis-probe").daemon().factory());

        Schedule(RedisProbe probe, Duration interval) {
            var unused = thread.scheduleWithFixedDelay(probe, 0, interval.toNanos(), TimeUnit.NANOSECONDS);
        }

        @Override
        public void close() {
            thread.shutdownNow();
            thread.close();
        }
    }

    /** Runs one probe; never throws. */
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

    /**
     * Closes an open breaker once Redis answers and unanswered locks are given back; a probe through a closed breaker counts as
     * any call.
     */
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

    /** Requests the probe's lock. Any answer is a success, granted or not. The lock ends with its lease. */
    private boolean ask() throws InterruptedException {
        return redisson.getLock(PREFIX + redisson.getId()).tryLock(0, LEASE_MILLIS, TimeUnit.MILLISECONDS);
    }
}

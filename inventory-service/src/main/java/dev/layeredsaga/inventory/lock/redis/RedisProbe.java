package dev.layeredsaga.inventory.lock.redis;

import dev.layeredsaga.messaging.heartbeat.BackgroundTask;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RedissonClient;

/**
 * Probes Redis periodically, so that no request has to detect an outage or a recovery. It requests what requests need: a lock
 * (one of its own), which a read-only or overfull Redis refuses although it answers a {@code PING}.
 */
record RedisProbe(RedissonClient redisson, CircuitBreaker breaker, UnansweredLocks unanswered, Duration interval)
        implements BackgroundTask {

    private static final String PREFIX = "inventory:lock-probe:";
    private static final long LEASE_MILLIS = 100;

    @Override
    public Schedule schedule() {
        return new Schedule("redis-probe", interval);
    }

    /**
     * Closes an open breaker once Redis answers and unanswered locks are given back; a probe through a closed breaker counts as
     * any call.
     *
     * @throws Exception if Redis does not answer
     */
    @Override
    public void tick() throws Exception {
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

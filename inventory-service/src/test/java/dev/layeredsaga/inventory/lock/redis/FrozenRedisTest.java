package dev.layeredsaga.inventory.lock.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.inventory.fixture.RedisRelay;
import dev.layeredsaga.inventory.lock.Locked;
import dev.layeredsaga.inventory.lock.LockingProperties;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.redis.RedisServer;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.micrometer.core.instrument.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;

/** Locks of one instance behind a relay that can freeze, and of another that reaches Redis all the time. */
@Tag("outage")
class FrozenRedisTest {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final int ENOUGH_TO_OPEN = 3;

    private final RedisServer redis = SharedInfrastructure.get().redis();
    private final RedisRelay relay = RedisRelay.to(redis.host(), redis.port());
    private final RedissonClient redisson = connect(relay.url());
    private final RedissonClient direct = connect(redis.url());
    private final CircuitBreaker breaker = newBreaker();
    private final UnansweredLocks unanswered = new UnansweredLocks();
    private final RedisProbe probe = new RedisProbe(redisson, breaker, unanswered, SHORT);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final String key = "a-" + UUID.randomUUID();
    private final String laterKey = "b-" + UUID.randomUUID();

    private static RedissonClient connect(String url) {
        return new RedisLockConfiguration().redisson(new RedisProperties(url, Duration.ofMillis(500)));
    }

    private static CircuitBreaker newBreaker() {
        RedisLockConfiguration configuration = new RedisLockConfiguration();
        return configuration.redisLockBreaker(configuration.circuitBreakers(), new Degradation(Clock.SYSTEM));
    }

    @AfterEach
    void stopAll() {
        relay.close();
        threads.shutdownNow();
        redisson.shutdown();
        direct.shutdown();
    }

    @Test
    void isNoticedAndThenNotAskedAnyMore() {
        assertThat(lock(SHORT, key)).isInstanceOf(Locked.Done.class);
        BreakerLog log = new BreakerLog(breaker);
        relay.freeze();
        openBreaker();
        long open = System.nanoTime();
        assertThat(lock(LONG, key)).isInstanceOf(Locked.Unavailable.class);
        assertThat(log.callsBegunBetween(open, System.nanoTime())).isZero();
    }

    @Test
    void isNoticedEvenIfNotAsked() {
        relay.freeze();
        for (int i = 0; i < ENOUGH_TO_OPEN; i++) {
            probe();
        }
        assertThat(breaker.getState()).isEqualTo(State.OPEN);
    }

    @Test
    void isOverOnlyWhenTheProbeIsAnswered() {
        relay.freeze();
        openBreaker();
        probe();
        assertThat(breaker.getState()).isEqualTo(State.OPEN);
        relay.thaw();
        awaitRecovery();
        assertThat(lock(SHORT, key)).isInstanceOf(Locked.Done.class);
    }

    @Test
    void leavesNoLockBehindThatWasGrantedWithoutAnOwner() {
        assertThat(lock(SHORT, key)).isInstanceOf(Locked.Done.class);
        relay.freeze();
        openBreaker();
        relay.thaw();
        awaitRecovery();
        assertThat(lockElsewhere(key)).isInstanceOf(Locked.Done.class);
    }

    @Test
    void leavesNoLockBehindThatCouldNotBeReleased() {
        manager(SHORT).withLock(keys(key), () -> {
            relay.cut();
            return "done";
        });
        relay.mend();
        await().atMost(LONG).until(() -> {
            probe();
            return lockElsewhere(key) instanceof Locked.Done;
        });
    }

    @Test
    void sendsAwayThoseWhoWaitForALock() throws Exception {
        CountDownLatch over = holdElsewhere(laterKey);
        Future<Locked<String>> waiting = threads.submit(() -> lock(LONG, key, laterKey));
        awaitLocked(key);
        relay.freeze();
        openBreaker();
        assertThat(waiting.get(5, TimeUnit.SECONDS)).isInstanceOf(Locked.Unavailable.class);
        relay.thaw();
        awaitRecovery();
        assertThat(lockElsewhere(key))
                .as("the first of two locks, which was had")
                .isInstanceOf(Locked.Done.class);
        over.countDown();
    }

    @Test
    void doesNotHoldUpTheHolderOfALock() {
        AtomicLong workDone = new AtomicLong();
        manager(SHORT).withLock(keys(key), () -> {
            relay.freeze();
            openBreaker();
            workDone.set(System.nanoTime());
            return "done";
        });
        assertThat(Duration.ofNanos(System.nanoTime() - workDone.get())).isLessThan(Duration.ofMillis(250));
    }

    @Test
    void isNotMistakenForALockThatOthersHold() throws Exception {
        CountDownLatch over = holdElsewhere(key);
        for (int i = 0; i < 5; i++) {
            assertThat(lock(Duration.ofMillis(20), key)).isInstanceOf(Locked.TimedOut.class);
        }
        over.countDown();
        assertThat(breaker.getState()).isEqualTo(State.CLOSED);
        assertThat(breaker.getMetrics().getNumberOfFailedCalls()).isZero();
    }

    @Test
    void isNotMistakenForCallersWhoAreInterrupted() throws Exception {
        CountDownLatch over = holdElsewhere(key);
        for (int i = 0; i < 5; i++) {
            Thread.currentThread().interrupt();
            assertThat(lock(LONG, key)).isInstanceOf(Locked.TimedOut.class);
            assertThat(Thread.interrupted()).as("still interrupted").isTrue();
        }
        over.countDown();
        assertThat(breaker.getState()).isEqualTo(State.CLOSED);
        assertThat(breaker.getMetrics().getNumberOfFailedCalls()).isZero();
    }

    private void probe() {
        try {
            probe.tick();
        } catch (Exception e) {
            // what Redis does not answer, the breaker counts
        }
    }

    private void openBreaker() {
        for (int i = 0; i < ENOUGH_TO_OPEN; i++) {
            assertThat(lock(SHORT, key)).isInstanceOf(Locked.Unavailable.class);
        }
        assertThat(breaker.getState()).isEqualTo(State.OPEN);
    }

    private void awaitRecovery() {
        await().atMost(Duration.ofSeconds(20)).until(() -> {
            probe();
            return breaker.getState() == State.CLOSED;
        });
    }

    private Locked<String> lock(Duration wait, String... keys) {
        return manager(wait).withLock(keys(keys), () -> "done");
    }

    private RedissonLockManager manager(Duration wait) {
        return new RedissonLockManager(redisson, breaker, unanswered, new LockingThreads(), settings(wait));
    }

    private Locked<String> lockElsewhere(String one) {
        return otherInstance(SHORT).withLock(keys(one), () -> "done");
    }

    private RedissonLockManager otherInstance(Duration wait) {
        return new RedissonLockManager(
                direct, newBreaker(), new UnansweredLocks(), new LockingThreads(), settings(wait));
    }

    private CountDownLatch holdElsewhere(String one) {
        CountDownLatch over = new CountDownLatch(1);
        Future<?> unused = threads.submit(() -> otherInstance(LONG).withLock(keys(one), () -> awaitQuietly(over)));
        awaitLocked(one);
        return over;
    }

    private void awaitLocked(String one) {
        await().atMost(Duration.ofSeconds(10))
                .until(() -> direct.getLock("inventory:lock:" + one).isLocked());
    }

    private static boolean awaitQuietly(CountDownLatch latch) {
        try {
            return latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static LockingProperties settings(Duration wait) {
        return new LockingProperties(LockingProperties.Provider.REDIS, wait, LEASE);
    }

    private static SortedSet<String> keys(String... keys) {
        return new TreeSet<>(Set.of(keys));
    }
}

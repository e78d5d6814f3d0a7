package dev.layeredsaga.inventory.lock.redis;

import static io.github.resilience4j.circuitbreaker.CircuitBreaker.StateTransition.CLOSED_TO_OPEN;
import static io.github.resilience4j.circuitbreaker.CircuitBreaker.StateTransition.OPEN_TO_CLOSED;
import static io.github.resilience4j.circuitbreaker.CircuitBreaker.StateTransition.OPEN_TO_HALF_OPEN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.inventory.fixture.Customers;
import dev.layeredsaga.inventory.fixture.Customers.Call;
import dev.layeredsaga.inventory.fixture.Offer;
import dev.layeredsaga.inventory.fixture.Purchase;
import dev.layeredsaga.inventory.fixture.RedisRelay;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import dev.layeredsaga.inventory.fixture.StockAudit;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.redis.RedisServer;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import tools.jackson.databind.JsonNode;

/** Load of sixteen customers on two hot items during an outage of Redis: no request waits for Redis, and nothing is oversold. */
@Tag("outage")
class RedisOutageUnderLoadTest {

    private static final int CUSTOMERS = 16;
    private static final int CALLS_PER_PHASE = 200;
    private static final Duration LONGEST_PHASE = Duration.ofSeconds(60);

    // long enough for trial requests to show up, if there were any
    private static final Duration OUTAGE = Duration.ofSeconds(3);

    private final RedisServer redis = SharedInfrastructure.get().redis();
    private final RedisRelay relay = RedisRelay.to(redis.host(), redis.port());
    private final Offer seat = Offer.seat();
    private final Offer tickets = Offer.tickets(8, 4);

    @AfterEach
    void giveRedisBack() {
        relay.close();
        redis.start();
    }

    @Test
    void sellsOnWhenRedisIsKilled() throws Exception {
        try (RunningInventory running = RunningInventory.start(RunningInventory.quietSettings())) {
            new Outage(running).endure(redis::stop, redis::start);
        }
    }

    @Test
    void sellsOnWhenRedisIsFrozen() throws Exception {
        Map<String, String> settings = RunningInventory.quietSettings();
        settings.put("inventory.redis.url", relay.url());
        try (RunningInventory running = RunningInventory.start(settings)) {
            new Outage(running).endure(relay::freeze, relay::thaw);
        }
    }

    /** An outage, from the load before it to the audit after it. */
    private final class Outage {

        private final RunningInventory running;
        private final CircuitBreaker breaker;
        private final BreakerLog log;
        private final Customers customers;

        Outage(RunningInventory running) {
            this.running = running;
            this.breaker = running.bean(CircuitBreaker.class);
            this.log = new BreakerLog(breaker);
            this.customers = Customers.start(CUSTOMERS, running.client(), List.of(seat, tickets));
        }

        void endure(Runnable goes, Runnable comesBack) throws Exception {
            try (customers) {
                awaitCallsSince(System.nanoTime());
                await().until(() -> breaker.getState() == State.CLOSED);
                awaitUseOfTheLock();
                long open = opensWithinASecondWhen(goes);
                sellsOnTheDatabaseAloneSince(open);
                // the log records the end a moment after the first calls may have been let through again
                long stillOpen = System.nanoTime();
                long closed = closesByItselfWhen(comesBack);
                assertThat(log.callsBegunBetween(open, stillOpen))
                        .as("calls let through to Redis")
                        .isZero();
                assertThat(log.transitions()).doesNotContain(OPEN_TO_HALF_OPEN);
                awaitCallsSince(closed);
                awaitUseOfTheLock();
                audit(customers.stop(), open, closed);
            }
        }

        private long opensWithinASecondWhen(Runnable goes) {
            long gone = System.nanoTime();
            goes.run();
            await().until(() -> breaker.getState() == State.OPEN);
            long open = log.firstSince(gone, CLOSED_TO_OPEN);
            assertThat(Duration.ofNanos(open - gone)).isLessThan(Duration.ofSeconds(1));
            return open;
        }

        private void sellsOnTheDatabaseAloneSince(long open) {
            double conflicts = conflicts();
            assertThat(health().path("degraded").asBoolean()).isTrue();
            assertThat(Instant.parse(health().path("since").asString())).isBeforeOrEqualTo(Instant.now());
            assertThat(degradedGauge()).isOne();
            awaitCallsSince(open);
            await().until(() -> System.nanoTime() - open > OUTAGE.toNanos());
            assertThat(conflicts()).as("repeated transactions").isGreaterThan(conflicts);
        }

        private long closesByItselfWhen(Runnable comesBack) {
            long back = System.nanoTime();
            comesBack.run();
            await().atMost(LONGEST_PHASE).until(() -> breaker.getState() == State.CLOSED);
            await().until(() -> !health().path("degraded").asBoolean());
            assertThat(degradedSeconds()).isGreaterThanOrEqualTo(OUTAGE.toMillis() / 1e3);
            return log.firstSince(back, OPEN_TO_CLOSED);
        }

        private void awaitUseOfTheLock() {
            RLock lock = running.bean(RedissonClient.class).getLock("inventory:lock:" + seat.sku());
            await().pollInterval(Duration.ofMillis(1)).until(lock::isLocked);
        }

        private void awaitCallsSince(long nanos) {
            await().atMost(LONGEST_PHASE).until(() -> customers.answeredSince(nanos) >= CALLS_PER_PHASE);
        }

        /** Checks failed requests and stock. A refusal for contention changes nothing and is acceptable, but has to be rare. */
        private void audit(List<Purchase> purchases, long open, long closed) {
            List<Call> failed = customers.calls().stream()
                    .filter(call -> call.status() >= 500)
                    .toList();
            assertThat(failed).extracting(Call::code).allMatch("CONTENTION"::equals);
            assertThat(failed.stream().filter(call -> call.isBegunBetween(open, closed)))
                    .as("sent away while there was no lock to wait for")
                    .hasSizeLessThan(CALLS_PER_PHASE / 10);
            StockAudit.of(running, seat, purchases);
            StockAudit.of(running, tickets, purchases);
        }

        private JsonNode health() {
            JsonNode components =
                    running.client().get("/actuator/health").body().path("components");
            assertThat(components.path("redisLock").path("status").asString()).isEqualTo("UP");
            return components.path("redisLock").path("details");
        }

        private double conflicts() {
            return meters().counter("inventory.section.conflicts").count();
        }

        private double degradedGauge() {
            return meters().get("inventory.lock.degraded").gauge().value();
        }

        private double degradedSeconds() {
            return meters().get("inventory.lock.degraded.time")
                    .functionCounter()
                    .count();
        }

        private MeterRegistry meters() {
            return running.bean(MeterRegistry.class);
        }
    }
}

package dev.layeredsaga.inventory.lock.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.inventory.fixture.Contest;
import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.redis.RedisServer;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("outage")
class RedisOutageTest {

    private final RedisServer redis = SharedInfrastructure.get().redis();

    @AfterEach
    void giveRedisBack() {
        redis.start();
    }

    @Test
    void worksOnTheDatabaseAloneWhileThereIsNoRedis() throws Exception {
        redis.stop();
        try (RunningInventory running = RunningInventory.start(RunningInventory.quietSettings())) {
            sellsSeatsUntil(running, true);
            assertThat(isReady(running)).isTrue();
            assertThat(degradedGauge(running)).isOne();
            redis.start();
            sellsSeatsUntil(running, false);
            assertThat(degradedGauge(running)).isZero();
            redis.stop();
            sellsSeatsUntil(running, true);
            assertThat(isReady(running)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"actor", "none"})
    void isNotWantedByTheOtherProviders(String provider) throws Exception {
        redis.stop();
        Map<String, String> settings = RunningInventory.quietSettings();
        settings.put("inventory.locking.provider", provider);
        try (RunningInventory running = RunningInventory.start(settings)) {
            sellsTheLastSeatOnce(running);
            assertThat(isReady(running)).isTrue();
        }
    }

    private static boolean isReady(RunningInventory running) {
        return running.client().get("/actuator/health/readiness").status() == 200;
    }

    private static double degradedGauge(RunningInventory running) {
        return running.bean(MeterRegistry.class)
                .get("inventory.lock.degraded")
                .gauge()
                .value();
    }

    private static void sellsSeatsUntil(RunningInventory running, boolean degraded) {
        await().atMost(Duration.ofSeconds(20)).until(() -> {
            sellsTheLastSeatOnce(running);
            return degraded(running.client()) == degraded;
        });
    }

    private static void sellsTheLastSeatOnce(RunningInventory running) throws Exception {
        String seat = "seat-" + UUID.randomUUID();
        running.client().putItem(seat, 1, "EXCLUSIVE");
        Contest contest = Contest.over(seat, 16, List.of(running.client()));
        assertThat(contest.granted()).hasSize(1);
        assertThat(contest.refusals()).containsOnly("RESOURCE_BUSY");
        assertThat(running.heldOf(seat)).isOne();
    }

    private static boolean degraded(InventoryClient inventory) {
        return inventory
                .get("/actuator/health")
                .body()
                .path("components")
                .path("redisLock")
                .path("details")
                .path("degraded")
                .asBoolean();
    }
}

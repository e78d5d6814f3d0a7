package dev.layeredsaga.inventory.lock.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.inventory.fixture.Contest;
import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import dev.layeredsaga.testbed.infrastructure.RedisServer;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RedisOutageTest {

    private final RedisServer redis = SharedInfrastructure.get().redis();

    @AfterEach
    void giveRedisBack() {
        redis.start();
    }

    @Test
    void worksOnTheDatabaseAloneWhileThereIsNoRedis() throws Exception {
        redis.stop();
        Map<String, String> settings = RunningInventory.quietSettings();
        settings.put("messaging.startup.enabled", "false");
        try (RunningInventory running = RunningInventory.start(settings)) {
            sellsSeatsUntil(running, true);
            redis.start();
            sellsSeatsUntil(running, false);
            redis.stop();
            sellsSeatsUntil(running, true);
        }
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

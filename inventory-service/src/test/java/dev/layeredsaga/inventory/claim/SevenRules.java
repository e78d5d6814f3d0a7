package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.fixture.DatabaseTime;
import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.Reaper;
import dev.layeredsaga.inventory.fixture.Rival;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import tools.jackson.databind.JsonNode;

/** Base of the tests of the seven rules of the semantic lock: two seats, and a database whose clock can be set. */
abstract class SevenRules {

    /** Longer than any claim of these tests lasts. */
    static final Duration PAST_ITS_TIME = Duration.ofMinutes(10);

    @SuppressWarnings("NullAway.Init")
    static DatabaseTime time;

    @SuppressWarnings("NullAway.Init")
    static RunningInventory running;

    @SuppressWarnings("NullAway.Init")
    static Rival rival;

    final InventoryClient inventory = running.client();
    final Reaper reaper = new Reaper(running);
    final SagaAtDesk saga = SagaAtDesk.of(running);
    final String seat = "seat-1-" + UUID.randomUUID();
    final String neighbour = "seat-2-" + UUID.randomUUID();

    @BeforeAll
    static void start() {
        Map<String, String> settings = RunningInventory.quietSettings();
        // longer than a test: a section then goes on when it has the RLock, and not for want of it
        settings.put("inventory.locking.wait-time", "2m");
        settings.put("inventory.locking.lease-time", "3m");
        time = DatabaseTime.settableIn(settings);
        running = RunningInventory.start(settings);
        rival = new Rival();
    }

    @AfterAll
    static void stop() {
        rival.close();
        running.close();
    }

    @BeforeEach
    void stockUp() {
        inventory.putItem(seat, 1, "EXCLUSIVE");
        inventory.putItem(neighbour, 1, "EXCLUSIVE");
    }

    @AfterEach
    void startOver() {
        time.set(Duration.ofDays(3));
        reaper.reap();
        time.set(Duration.ZERO);
    }

    void belongsTo(String owner, String sku) {
        JsonNode item = inventory.item(sku);
        assertThat(item.path("status").asString()).isEqualTo("RESERVING");
        assertThat(item.path("sagaId").asString()).isEqualTo(owner);
        assertThat(item.path("reserved").asInt()).isOne();
    }

    void bothAreFree() {
        isFree(seat);
        isFree(neighbour);
    }

    void isFree(String sku) {
        JsonNode item = inventory.item(sku);
        assertThat(item.path("status").asString()).isEqualTo("AVAILABLE");
        assertThat(item.path("reserved").asInt()).isZero();
        for (String mark : new String[] {"sagaId", "lockedAt", "lockExpiresAt"}) {
            assertThat(item.path(mark).isNull()).as(mark).isTrue();
        }
    }
}

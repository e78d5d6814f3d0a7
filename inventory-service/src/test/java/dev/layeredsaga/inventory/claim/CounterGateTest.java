package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.inventory.fixture.Contest;
import dev.layeredsaga.inventory.fixture.DatabaseTime;
import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.Reaper;
import dev.layeredsaga.inventory.fixture.RedisRelay;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import dev.layeredsaga.inventory.lock.CounterGate;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.redisson.api.RAtomicLong;
import org.redisson.api.RedissonClient;

/** Two instances with the gate, on one Redis. */
class CounterGateTest {

    private static final RedisRelay RELAY = RedisRelay.to(
            SharedInfrastructure.get().redis().host(),
            SharedInfrastructure.get().redis().port());

    @SuppressWarnings("NullAway.Init")
    private static DatabaseTime time;

    @SuppressWarnings("NullAway.Init")
    private static RunningInventory running;

    @SuppressWarnings("NullAway.Init")
    private static RunningInventory behindTheRelay;

    private final InventoryClient inventory = running.client();
    private final String hall = "hall-" + UUID.randomUUID() + "-";
    private final String seat = seat(1);

    @BeforeAll
    static void start() {
        Map<String, String> settings = RunningInventory.quietSettings();
        settings.put("inventory.locking.counter-gate", "true");
        time = DatabaseTime.settableIn(settings);
        running = RunningInventory.start(settings);
        settings.put("inventory.redis.url", RELAY.url());
        behindTheRelay = RunningInventory.start(settings);
    }

    @AfterAll
    static void stop() {
        running.close();
        behindTheRelay.close();
        RELAY.close();
    }

    @Test
    void isOffByDefault() {
        assertThat(RunningInventory.shared().hasBean(CounterGate.class)).isFalse();
    }

    @Test
    void letsOneOfThirtyHaveTheSeat() throws Exception {
        Contest contest = Contest.over(seat, 30, List.of(inventory, behindTheRelay.client()));

        assertThat(contest.granted()).hasSize(1);
        assertThat(contest.refusals()).hasSize(29).containsOnly("RESOURCE_BUSY");
        assertThat(running.heldOf(seat)).isOne();
    }

    /** There the claim's time is over, so that the item would be granted. */
    @Test
    void refusesWithoutTheDatabase() {
        inventory.claim("mina", seat);
        time.advance(Duration.ofHours(1));

        Answer refused = inventory.claim("juno", seat);

        assertThat(refused.code()).isEqualTo("RESOURCE_BUSY");
        assertThat(refused.text("sku")).isEqualTo(seat);
        assertThat(refused.text("lockExpiresAt")).isGreaterThan(refused.text("lockedAt"));
        assertThat(refused.header("Retry-After")).isEqualTo("30");
        counter(seat).delete();
        assertThat(inventory.claim("juno", seat).status()).isEqualTo(201);
    }

    @Test
    void countsAtAllSeatsOrAtNone() {
        String before = seat(0);
        String after = seat(2);
        inventory.claim("mina", seat);

        assertThat(inventory.claim("juno", before, seat, after).text("sku")).isEqualTo(seat);

        assertThat(counter(before).isExists()).isFalse();
        assertThat(counter(after).isExists()).isFalse();
        assertThat(counter(seat).get()).isOne();
        assertThat(inventory.claim("kim", before, after).status()).isEqualTo(201);
    }

    @Test
    void countsBackWhatTheDatabaseRefuses() {
        inventory.putItem(seat, 0, "EXCLUSIVE");
        assertThat(inventory.claim("mina", seat).code()).isEqualTo("OUT_OF_STOCK");
        inventory.putItem(seat, 1, "EXCLUSIVE");

        canBeHad(seat);
    }

    @Test
    void countsNoMoreWhoHasGivenItBack() {
        inventory.release(inventory.claim("mina", seat));

        canBeHad(seat);
    }

    @Test
    void countsNoMoreWhoHasBoughtIt() {
        inventory.putItem(seat, 2, "EXCLUSIVE");
        inventory.confirm(inventory.claim("mina", seat));

        canBeHad(seat);
    }

    @Test
    void countsNoMoreWhoseTimeIsOver() {
        inventory.claim("mina", seat);
        time.advance(Duration.ofMinutes(9));
        new Reaper(running).reap();

        canBeHad(seat);
    }

    @Test
    void countsNoMoreASagaThatIsCompensated() {
        SagaAtDesk saga = SagaAtDesk.of(running);
        saga.adopt(inventory.claim("mina", seat), seat, 1);
        assertThat(inventory.claim("juno", seat).code()).isEqualTo("RESOURCE_BUSY");
        saga.compensate();

        canBeHad(seat);
    }

    @Test
    void endsEachCountWithTheHoldAtTheLatest() {
        inventory.claim("mina", seat);

        assertThat(counter(seat).remainTimeToLive()).isBetween(1L, 540_000L);
    }

    @Test
    void endsACountWithoutAnEndThatAnotherClientHasLeft() {
        counter(seat).set(1);

        assertThat(inventory.claim("mina", seat).code()).isEqualTo("RESOURCE_BUSY");

        assertThat(counter(seat).remainTimeToLive()).isBetween(1L, 540_000L);
    }

    @Test
    void countsNoClaimantAtACountedItem() {
        inventory.putItem(hall, 2, "COUNTED");

        assertThat(inventory.claim("mina", hall).status()).isEqualTo(201);
        assertThat(inventory.claim("juno", hall).status()).isEqualTo(201);
    }

    @Test
    void repeatsARequestByItsKey() {
        String body = "{\"owner\": \"mina\", \"lines\": [{\"sku\": \"%s\", \"quantity\": 1}]}".formatted(seat);
        Map<String, String> key = Map.of("Idempotency-Key", UUID.randomUUID().toString());

        Answer first = inventory.send("POST", "/claims", body, key);

        assertThat(inventory.send("POST", "/claims", body, key).text("token")).isEqualTo(first.text("token"));
    }

    @Test
    void letsTheDatabaseDecideWithoutRedis() {
        InventoryClient cutOff = behindTheRelay.client();
        cutOff.claim("mina", seat);
        RELAY.cut();
        try {
            assertThat(cutOff.claim("juno", seat(2)).status()).isEqualTo(201);
            counter(seat(3)).set(1);
            assertThat(cutOff.claim("juno", hall + 3).status()).isEqualTo(201);
            assertThat(cutOff.claim("juno", seat).code()).isEqualTo("RESOURCE_BUSY");
        } finally {
            RELAY.mend();
        }
    }

    /** Waits for the count to end, which is not waited for in the service. */
    private void canBeHad(String sku) {
        await().until(() -> inventory.claim("next", sku).status() == 201);
    }

    private String seat(int number) {
        inventory.putItem(hall + number, 1, "EXCLUSIVE");
        return hall + number;
    }

    private static RAtomicLong counter(String sku) {
        return running.bean(RedissonClient.class).getAtomicLong("inventory:gate:" + sku);
    }
}

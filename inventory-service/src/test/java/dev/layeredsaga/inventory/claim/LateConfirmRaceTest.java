package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.inventory.fixture.AtOnce;
import dev.layeredsaga.inventory.fixture.Contest;
import dev.layeredsaga.inventory.fixture.DatabaseGate;
import dev.layeredsaga.inventory.fixture.DatabaseTime;
import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.Reaper;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.JsonNode;

/**
 * One instance confirms a claim in its last moment; a moment later, the other finds that the claim's time is over. Neither locks,
 * so {@code @Version} decides alone. With the gate closed, both have read the claim as held before either of them writes.
 */
class LateConfirmRaceTest {

    private static final String CONFIRMING = "confirming";
    private static final String REAPING = "reaping";
    private static final int ROUNDS = 25;

    @SuppressWarnings("NullAway.Init")
    private static DatabaseTime time;

    @SuppressWarnings("NullAway.Init")
    private static DatabaseGate gate;

    @SuppressWarnings("NullAway.Init")
    private static RunningInventory confirming;

    @SuppressWarnings("NullAway.Init")
    private static RunningInventory reaping;

    private final InventoryClient inventory = confirming.client();
    private final Reaper reaper = new Reaper(reaping);
    private final ExecutorService threads = Executors.newFixedThreadPool(2);

    @BeforeAll
    static void startTwoInstances() {
        Map<String, String> settings = RunningInventory.quietSettings();
        settings.put("inventory.locking.provider", "none");
        // no lock_timeout: transactions stay at the gate until it opens
        settings.put("spring.datasource.hikari.connection-init-sql", "SET TIME ZONE 'UTC'");
        time = DatabaseTime.settableIn(settings);
        confirming = startAs(CONFIRMING, settings);
        reaping = startAs(REAPING, settings);
        gate = DatabaseGate.beforeUpdatesOf("claim", settings);
    }

    private static RunningInventory startAs(String name, Map<String, String> settings) {
        settings.put("spring.datasource.hikari.data-source-properties.ApplicationName", name);
        return RunningInventory.start(settings);
    }

    @AfterAll
    static void stopBoth() {
        gate.close();
        confirming.close();
        reaping.close();
    }

    @AfterEach
    void letEverybodyGo() {
        gate.openForAll();
        threads.close();
        time.set(Duration.ofDays(3));
        reaper.reap();
        time.set(Duration.ZERO);
    }

    @Test
    void isASaleIfTheConfirmationIsWrittenFirst() throws Exception {
        Race race = bothHaveReadTheClaimAsHeld();
        gate.open(CONFIRMING);
        assertThat(race.confirmation().get().status()).isEqualTo(200);
        gate.open(REAPING);
        assertThat(race.endsWithOneWinner()).isEqualTo("CONFIRMED");
    }

    @Test
    void hasExpiredIfTheReaperWritesFirst() throws Exception {
        Race race = bothHaveReadTheClaimAsHeld();
        gate.open(REAPING);
        assertThat(race.reaped().get()).isOne();
        gate.open(CONFIRMING);
        assertThat(race.endsWithOneWinner()).isEqualTo("EXPIRED");
    }

    @Test
    void isOneOfTheTwoIfBothWriteAtOnce() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Race race = bothHaveReadTheClaimAsHeld();
            gate.openForAll();
            race.endsWithOneWinner();
        }
    }

    @Test
    void isOneOfTheTwoWheneverBothComeAroundItsLastMoment() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Claimed claimed = claim();
            time.set(claimed.expiresAt().minusMillis(round % 10));
            List<Object> results =
                    AtOnce.call(List.of(() -> confirm(claimed), () -> reapUntilNothingIsHeldOf(claimed.seat())));
            String state = ((Answer) results.getFirst()).status() == 200 ? "CONFIRMED" : "EXPIRED";
            claimed.is(state);
            assertThat((int) results.getLast()).isBetween(0, state.equals("EXPIRED") ? 1 : 0);
        }
    }

    @Test
    void isTakenOverByOneOfManyAndTheOthersAreRefused() throws Exception {
        for (int round = 0; round < 10; round++) {
            Claimed orphan = claim();
            time.set(orphan.expiresAt());
            Contest contest = Contest.over(orphan.seat(), 8, List.of(inventory, reaping.client()));
            assertThat(contest.granted()).hasSize(1);
            assertThat(contest.refusals()).containsOnly("RESOURCE_BUSY");
        }
    }

    /** Reads the claim before the other instance commits and its items afterwards, so that the two contradict each other. */
    @Test
    void readsAgainWhatOthersChangedWhileItWasReading() throws Exception {
        Claimed claimed = claim();
        time.set(claimed.expiresAt());
        Future<Integer> reaped = confirming.bean(TransactionOperations.class).execute(status -> {
            confirming
                    .database()
                    .sql("LOCK TABLE item IN ACCESS EXCLUSIVE MODE")
                    .update();
            Future<Integer> reaping = threads.submit(reaper::reap);
            await().pollInterval(Duration.ofMillis(2)).until(LateConfirmRaceTest::someoneWaitsForItems);
            claimed.confirmBehindTheirBacks();
            return reaping;
        });
        assertThat(Objects.requireNonNull(reaped).get()).isZero();
        claimed.is("CONFIRMED");
    }

    private static boolean someoneWaitsForItems() {
        return confirming
                .database()
                .sql("SELECT EXISTS (SELECT FROM pg_locks WHERE relation = 'item'::regclass AND NOT granted)")
                .query(Boolean.class)
                .single();
    }

    private Race bothHaveReadTheClaimAsHeld() {
        Claimed claimed = claim();
        gate.close(CONFIRMING);
        gate.close(REAPING);
        Future<Answer> confirmation = threads.submit(() -> confirm(claimed));
        gate.awaitArrivalOf(CONFIRMING);
        time.set(claimed.expiresAt());
        Future<Integer> reaped = threads.submit(reaper::reap);
        gate.awaitArrivalOf(REAPING);
        return new Race(claimed, confirmation, reaped);
    }

    private Answer confirm(Claimed claimed) {
        return InventoryClient.repeatedly(() -> inventory.confirm(claimed.claim()));
    }

    private Claimed claim() {
        String seat = "seat-" + UUID.randomUUID();
        String ticket = "ticket-" + UUID.randomUUID();
        inventory.putItem(seat, 1, "EXCLUSIVE");
        inventory.putItem(ticket, 1, "COUNTED");
        return new Claimed(inventory.claim("alice", seat, ticket), seat, ticket);
    }

    private int reapUntilNothingIsHeldOf(String sku) {
        int reaped = reaper.reap();
        while (reaping.heldOf(sku) > 0) {
            reaped += reaper.reap();
        }
        return reaped;
    }

    private record Race(Claimed claimed, Future<Answer> confirmation, Future<Integer> reaped) {

        String endsWithOneWinner() throws Exception {
            boolean sold = confirmation.get().status() == 200;
            assertThat(confirmation.get().code()).isEqualTo(sold ? "" : "CLAIM_EXPIRED");
            assertThat(reaped.get()).isEqualTo(sold ? 0 : 1);
            String state = sold ? "CONFIRMED" : "EXPIRED";
            claimed.is(state);
            return state;
        }
    }

    private record Claimed(Answer claim, String seat, String ticket) {

        Instant expiresAt() {
            return Instant.parse(claim.text("expiresAt"));
        }

        /** Confirms as the service does, within the current transaction. */
        void confirmBehindTheirBacks() {
            confirming.database().sql("""
                    UPDATE claim SET state = 'CONFIRMED', version = version + 1 WHERE id = ?::uuid
                    """).param(claim.text("claimId")).update();
            confirming.database().sql("""
                    UPDATE item SET on_hand = 0, reserved = 0, version = version + 1, lock_claim_id = NULL, lock_owner = NULL,
                      locked_at = NULL, lock_expires_at = NULL WHERE sku IN (?, ?)
                    """).param(seat).param(ticket).update();
        }

        /** Checks the state of the claim, and of its items. */
        void is(String state) {
            assertThat(reaping.client().get(claim.header("Location")).text("state"))
                    .isEqualTo(state);
            int left = state.equals("CONFIRMED") ? 0 : 1;
            for (String sku : List.of(seat, ticket)) {
                JsonNode item = reaping.client().item(sku);
                assertThat(item.path("onHand").asInt()).isEqualTo(left);
                assertThat(item.path("available").asInt()).isEqualTo(left);
                assertThat(item.path("sagaId").isNull()).isTrue();
                assertThat(reaping.heldOf(sku)).isZero();
            }
        }
    }
}

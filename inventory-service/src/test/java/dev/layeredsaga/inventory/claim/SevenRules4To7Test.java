package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

/** Rules 4 to 7: the duration of the semantic lock, and the data that change together with it. */
@ExtendWith(OutputCaptureExtension.class)
class SevenRules4To7Test extends SevenRules {

    @Nested
    class Rule4ItLastsForATimeThatTheDatabaseMeasures {

        /** Shifts the database's clock: by the application's clock, the claim has long been over, or has a day to go. */
        @ParameterizedTest
        @ValueSource(ints = {-1, 0, 1})
        void endsInTimeWhateverDayItIsForTheApplication(int daysAhead) {
            time.set(Duration.ofDays(daysAhead));
            Answer claim = claimFor(300, "alice");
            time.advance(Duration.ofMinutes(4));
            assertThat(inventory.claim("bob", seat).code()).isEqualTo("RESOURCE_BUSY");
            assertThat(reaper.reap()).isZero();
            assertThat(inventory.extend(claim, 120).status()).isEqualTo(200);
            time.advance(Duration.ofSeconds(121));
            assertThat(inventory.confirm(claim).code()).isEqualTo("CLAIM_EXPIRED");
            isFree(seat);
        }

        @ParameterizedTest
        @ValueSource(ints = {-1, 0, 1})
        void makesWayForTheNextWhateverDayItIsForTheApplication(int daysAhead) {
            time.set(Duration.ofDays(daysAhead));
            claimFor(60, "alice");
            time.advance(Duration.ofSeconds(61));
            assertThat(inventory.claim("bob", seat).status()).isEqualTo(201);
            belongsTo("bob", seat);
            time.advance(PAST_ITS_TIME);
            assertThat(reaper.reap()).isOne();
            isFree(seat);
        }

        @Test
        void isTakenOverFromAnOrphanWhichIsLoggedAndCounted(CapturedOutput log) {
            double before = takeovers();
            String orphan = inventory.claim("orphan", seat, neighbour).text("claimId");
            time.advance(PAST_ITS_TIME);
            inventory.claim("bob", seat);
            belongsTo("bob", seat);
            assertThat(takeovers()).isEqualTo(before + 1);
            assertThat(log.getOut().lines())
                    .filteredOn(line -> line.contains("WARN") && line.contains(orphan))
                    .singleElement()
                    .asString()
                    .contains("taken over");
        }

        private Answer claimFor(int seconds, String owner) {
            return inventory.post("/claims", """
                    {"owner": "%s", "lines": [{"sku": "%s", "quantity": 1}], "ttlSeconds": %d}
                    """.formatted(owner, seat, seconds));
        }

        private double takeovers() {
            return running.bean(MeterRegistry.class)
                    .counter("inventory.claims.taken.over")
                    .count();
        }
    }

    @Nested
    class Rule5ItChangesInTheSameTransactionAsTheRest {

        @BeforeAll
        static void prepare() {
            sql("CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'out of order'; END $$");
        }

        @AfterEach
        void repair() {
            sql("DROP TRIGGER IF EXISTS sabotage ON item");
            sql("DROP TRIGGER IF EXISTS sabotage ON claim");
        }

        @Test
        void isNotSetIfTheClaimCannotBeWritten() {
            failAt("INSERT ON claim", "NEW.owner = 'alice'");
            changesNothing(() -> inventory.claim("alice", seat, neighbour));
        }

        @Test
        void isNotSetOnOneSeatIfTheOtherCannotBeWritten() {
            failAt("UPDATE ON item", "NEW.sku = '%s'".formatted(neighbour));
            changesNothing(() -> inventory.claim("alice", seat, neighbour));
            assertThat(running.heldOf(seat)).isZero();
        }

        @Test
        void isNotClearedIfTheClaimCannotBeConfirmedOrReleased() {
            Answer claim = inventory.claim("alice", seat, neighbour);
            failAt("UPDATE ON claim", "NEW.owner = 'alice'");
            changesNothing(() -> inventory.confirm(claim));
            changesNothing(() -> inventory.release(claim));
            repair();
            assertThat(inventory.confirm(claim).status()).isEqualTo(200);
        }

        @Test
        void isNotClearedOnOneSeatIfTheOtherCannotBeWritten() {
            Answer claim = inventory.claim("alice", seat, neighbour);
            failAt("UPDATE ON item", "NEW.sku = '%s'".formatted(neighbour));
            changesNothing(() -> inventory.confirm(claim));
            assertThat(running.heldOf(seat)).isOne();
        }

        private void changesNothing(Supplier<Answer> call) {
            List<JsonNode> before = List.of(inventory.item(seat), inventory.item(neighbour));
            assertThat(call.get().status()).as("what the database does not do").isEqualTo(503);
            assertThat(List.of(inventory.item(seat), inventory.item(neighbour))).isEqualTo(before);
        }

        private static void failAt(String event, String condition) {
            sql("CREATE TRIGGER sabotage BEFORE %s FOR EACH ROW WHEN (%s) EXECUTE FUNCTION fail()"
                    .formatted(event, condition));
        }

        private static void sql(String statement) {
            running.database().sql(statement).update();
        }
    }

    @Nested
    class Rule6ItMayBeSetAndClearedAgainWithoutHarm {

        @Test
        void isStillTheSagasOwnWhenItClaimsAgain() {
            ClaimSnapshot first = saga.claim(seat);
            long version = inventory.item(seat).path("version").asLong();
            assertThat(saga.claim(seat)).isEqualTo(first);
            belongsTo(saga.id().toString(), seat);
            assertThat(inventory.item(seat).path("version").asLong()).isEqualTo(version);
        }

        @Test
        void staysClearedWhenConfirmedAgain() {
            inventory.putItem(seat, 5, "EXCLUSIVE");
            Answer claim = inventory.claim("alice", seat);
            JsonNode first = inventory.confirm(claim).body();
            inventory.claim("bob", seat);
            assertThat(inventory.confirm(claim).body()).isEqualTo(first);
            belongsTo("bob", seat);
            assertThat(inventory.item(seat).path("onHand").asInt()).isEqualTo(4);
        }

        @Test
        void staysClearedWhenReleasedAgain() {
            Answer claim = inventory.claim("alice", seat);
            assertThat(inventory.release(claim).status()).isEqualTo(204);
            assertThat(inventory.release(claim).status()).isEqualTo(204);
            isFree(seat);
        }

        @Test
        void isConfirmedAndCompensatedOnceByASagaThatRepeatsEverything() {
            ClaimSnapshot claim = saga.claim(seat);
            assertThat(saga.confirm(claim)).isEqualTo(saga.confirm(claim));
            assertThat(inventory.item(seat).path("onHand").asInt()).isZero();
            assertThat(saga.compensate()).isEqualTo(saga.compensate());
            assertThat(inventory.item(seat).path("onHand").asInt()).isOne();
            isFree(seat);
        }
    }

    @Nested
    class Rule7QuantityAndStatusChangeTogether {

        private static final int CLIENTS = 6;
        private static final int CLAIMS_EACH = 30;
        private static final int LOOKS = 50;

        private final AtomicInteger looks = new AtomicInteger();
        private final AtomicBoolean looking = new AtomicBoolean(true);

        /** Reads item and claims in one statement, which sees a single snapshot. */
        private static final String AT_ODDS = """
                SELECT coalesce(string_agg(item::text, ' '), '') FROM item WHERE sku IN (?, ?)
                  AND ((lock_claim_id IS NULL) <> (reserved = 0)
                    OR reserved <> (SELECT coalesce(sum(quantity), 0) FROM claim, unnest(skus, quantities) AS line (sku, quantity)
                                    WHERE state = 'HELD' AND line.sku = item.sku))
                """;

        @Test
        void areNeverSeenAtOddsWhileClaimsComeAndGo() throws Exception {
            inventory.putItem(seat, 100_000, "EXCLUSIVE");
            inventory.putItem(neighbour, 100_000, "EXCLUSIVE");
            try (ExecutorService threads = Executors.newFixedThreadPool(CLIENTS)) {
                List<Future<Integer>> clients = new ArrayList<>();
                for (int i = 0; i < CLIENTS; i++) {
                    clients.add(threads.submit(this::claimAndSettle));
                }
                try {
                    while (!clients.stream().allMatch(Future::isDone)) {
                        assertThat(atOdds()).isEmpty();
                        looks.incrementAndGet();
                    }
                } finally {
                    looking.set(false);
                }
                assertThat(sum(clients)).isGreaterThan(CLIENTS);
                assertThat(looks).hasValueGreaterThanOrEqualTo(LOOKS);
            }
            bothAreFree();
        }

        private int claimAndSettle() {
            int granted = 0;
            for (int i = 0; i < CLAIMS_EACH || (looking.get() && looks.get() < LOOKS); i++) {
                Answer claim =
                        i % 2 == 0 ? inventory.claim("client", seat, neighbour) : inventory.claim("client", seat);
                if (claim.status() == 201) {
                    granted++;
                    settle(claim, i % 3 == 0);
                }
            }
            return granted;
        }

        private void settle(Answer claim, boolean forGood) {
            Answer settled = forGood ? inventory.confirm(claim) : inventory.release(claim);
            while (settled.code().equals("CONTENTION")) {
                settled = forGood ? inventory.confirm(claim) : inventory.release(claim);
            }
            assertThat(settled.status()).isIn(200, 204);
        }

        private static int sum(List<Future<Integer>> counts) throws Exception {
            int sum = 0;
            for (Future<Integer> count : counts) {
                sum += count.get();
            }
            return sum;
        }

        private String atOdds() {
            return running.database()
                    .sql(AT_ODDS)
                    .param(seat)
                    .param(neighbour)
                    .query(String.class)
                    .single();
        }
    }
}

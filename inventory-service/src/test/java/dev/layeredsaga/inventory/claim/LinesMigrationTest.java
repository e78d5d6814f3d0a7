package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.fixture.DatabaseTime;
import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Opens a database of the version before, whose claims have their lines in a table of their own. */
class LinesMigrationTest {

    private static final UUID HELD = UUID.randomUUID();
    private static final UUID HELD_TOKEN = UUID.randomUUID();
    private static final UUID EXPIRED = UUID.randomUUID();
    private static final UUID TOMBSTONE = UUID.randomUUID();
    private static final UUID SAGA = UUID.randomUUID();

    @SuppressWarnings("NullAway.Init")
    private static RunningInventory running;

    private final InventoryClient inventory = running.client();

    @BeforeAll
    static void open() {
        Map<String, String> settings = RunningInventory.quietSettings();
        Flyway.configure()
                .dataSource(
                        settings.get("spring.datasource.url"),
                        settings.get("spring.datasource.username"),
                        settings.get("spring.datasource.password"))
                .locations("classpath:db/inventory")
                .target("7")
                .load()
                .migrate();
        fill(DatabaseTime.databaseOf(settings));
        running = RunningInventory.start(settings);
    }

    private static void fill(JdbcClient before) {
        before.sql("""
                        INSERT INTO item (sku, on_hand, reserved, policy, fence, version, waiting)
                        VALUES ('a', 10, 2, 'COUNTED', 4, 0, 0), ('B', 10, 3, 'COUNTED', 7, 0, 0)
                        """).update();
        before.sql("""
                        INSERT INTO claim (id, saga_id, owner, token, state, created_at, expires_at, version) VALUES
                          (?, NULL, 'mina', ?, 'HELD', now(), now() + interval '1 h', 0),
                          (?, ?, ?, gen_random_uuid(), 'EXPIRED', now(), now(), 1),
                          (?, ?, ?, gen_random_uuid(), 'RELEASED', now(), now(), 0)
                        """)
                .params(HELD, HELD_TOKEN, EXPIRED, SAGA, SAGA.toString(), TOMBSTONE, SAGA, SAGA.toString())
                .update();
        before.sql("""
                        INSERT INTO claim_line (claim_id, sku, quantity, fence)
                        VALUES (?, 'a', 2, 4), (?, 'B', 3, 7), (?, 'B', 1, 6)
                        """).params(HELD, HELD, EXPIRED).update();
    }

    @AfterAll
    static void close() {
        running.close();
    }

    @Test
    void keepsTheLinesOfEachClaim() {
        assertThat(linesOf(HELD)).containsExactly(new ClaimSnapshot.Line("B", 3, 7), new ClaimSnapshot.Line("a", 2, 4));
        assertThat(linesOf(EXPIRED)).containsExactly(new ClaimSnapshot.Line("B", 1, 6));
        assertThat(linesOf(TOMBSTONE)).isEmpty();
    }

    @Test
    void findsClaimsByItemOwnerAndSaga() {
        assertThat(inventory.get("/claims?sku=B").body()).hasSize(2);
        assertThat(inventory.get("/claims?sku=a&owner=mina").body()).hasSize(1);
        assertThat(inventory.get("/claims?owner=" + SAGA).body()).hasSize(2);
    }

    @Test
    void confirmsWhatWasHeldBefore() {
        assertThat(inventory.confirm(HELD.toString(), HELD_TOKEN.toString()).status())
                .isEqualTo(200);
        assertThat(inventory.item("a").path("onHand").asInt()).isEqualTo(8);
        assertThat(inventory.item("B").path("onHand").asInt()).isEqualTo(7);
        assertThat(inventory.item("B").path("reserved").asInt()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{a,b}; {1}; {1,1}; lines_whole",
                "{a}; {1}; {}; lines_whole",
                "{a}; {0}; {1}; lines_positive",
                "{a,b}; {1,-1}; {1,1}; lines_positive",
                "{NULL}; {1}; {1}; lines_known",
                "{a}; {NULL}; {1}; lines_known",
                "{a}; {1}; {NULL}; lines_known"
            })
    void refusesLinesThatAreNone(String skus, String quantities, String fences, String constraint) {
        assertThatExceptionOfType(DataIntegrityViolationException.class)
                .isThrownBy(() -> insert(UUID.randomUUID(), "HELD", skus, quantities, fences))
                .withMessageContaining(constraint);
    }

    @Test
    void refusesASagaASecondClaimUnlessTheFirstHasExpired() {
        UUID saga = UUID.randomUUID();
        insert(saga, "EXPIRED", "{a}", "{1}", "{1}");
        insert(saga, "EXPIRED", "{a}", "{1}", "{2}");
        insert(saga, "CONFIRMED", "{a}", "{1}", "{3}");
        insert(saga, "EXPIRED", "{a}", "{1}", "{4}");
        for (String state : List.of("HELD", "CONFIRMED", "RELEASED")) {
            assertThatExceptionOfType(DataIntegrityViolationException.class)
                    .isThrownBy(() -> insert(saga, state, "{a}", "{1}", "{5}"))
                    .withMessageContaining("claim_one_per_saga");
        }
    }

    private static void insert(UUID saga, String state, String skus, String quantities, String fences) {
        running.database()
                .sql("""
                        INSERT INTO claim (
                          id, saga_id, owner, token, state, created_at, expires_at, version, skus, quantities, fences)
                        VALUES (gen_random_uuid(), ?, 'x', gen_random_uuid(), ?, now(), now() + interval '1 h', 0,
                          ?::text[], ?::int[], ?::bigint[])
                        """)
                .params(saga, state, skus, quantities, fences)
                .update();
    }

    private static List<ClaimSnapshot.Line> linesOf(UUID claim) {
        return running.bean(ClaimRepository.class).findAll(List.of(claim), List.of()).stream()
                .flatMap(found -> found.lines().stream())
                .toList();
    }
}

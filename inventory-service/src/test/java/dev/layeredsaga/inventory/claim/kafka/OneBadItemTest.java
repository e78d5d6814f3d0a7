package dev.layeredsaga.inventory.claim.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.ClaimStock;
import dev.layeredsaga.contract.inventory.ConfirmClaim;
import dev.layeredsaga.contract.inventory.ReleaseClaim;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.inventory.claim.kafka.SagaChannel.Received;
import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.messaging.failure.FailureKind;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** An item whose sections cannot succeed costs the commands for it, and no others. */
class OneBadItemTest extends OverKafka {

    private final String bad = "bad-" + UUID.randomUUID();
    private final String good = "good-" + UUID.randomUUID();
    private final UUID other = UUID.randomUUID();

    @BeforeEach
    void stockUp() {
        inventory.putItem(bad, 5, "COUNTED");
        inventory.putItem(good, 5, "COUNTED");
    }

    @AfterEach
    void mend() {
        change("DROP TRIGGER IF EXISTS damage ON item");
    }

    /** Changes the table while the service works with it: repeats what waited too long for others' locks. */
    private static void change(String statement) {
        await().ignoreExceptionsMatching(FailureKind::isLockTimeout).until(() -> {
            running.database().sql(statement).update();
            return true;
        });
    }

    @Test
    void whoseRowIsDamagedHoldsItsCommandsOnly() {
        damage();
        ClaimStock first = claim(saga, bad);
        ClaimStock second = claim(other, bad);
        ReleaseClaim behind = new ReleaseClaim(new StepAttempt(other, "release", 1));
        Stream.of(first, second, behind).forEach(command -> sagas.send(sagas.encode(command)));

        assertThat(sagas.ask(claim(UUID.randomUUID(), good)).type()).isEqualTo("StockClaimed");
        await().untilAsserted(() -> assertThat(held()).containsExactly("XX001", "XX001", "behind"));
        assertThat(readiness()).isEqualTo(200);

        mend();
        assertThat(sagas.replyTo(first).type()).isEqualTo("StockClaimed");
        assertThat(sagas.replyTo(second).type()).isEqualTo("StockClaimed");
        assertThat(sagas.replyTo(behind).type()).isEqualTo("ClaimReleased");
        await().untilAsserted(() -> assertThat(held()).isEmpty());
        assertThat(running.heldOf(bad)).isOne();
    }

    @Test
    void whoseCommandIsHeldIsShownToOperatorsWhoMayTryItAgainOrPutItAside() {
        damage();
        ClaimStock first = claim(saga, bad);
        ReleaseClaim behind = new ReleaseClaim(new StepAttempt(saga, "release", 1));
        Stream.of(first, behind).forEach(command -> sagas.send(sagas.encode(command)));
        await().until(() -> heldMessages().size() == 2);
        JsonNode shown = heldMessages().get(0);
        assertThat(shown.path("topic").asString()).isEqualTo(Topics.INVENTORY_COMMANDS);
        assertThat(shown.path("key").asString()).isEqualTo(saga.toString());
        assertThat(shown.path("reason").asString()).contains("SQLSTATE XX001");
        String path = "/actuator/heldmessages/" + shown.path("id").asLong();
        InventoryClient customer = inventory.as(LocalIssuer.get().customer("mina"));

        assertThat(customer.get("/actuator/heldmessages").status()).isEqualTo(403);
        assertThat(customer.delete(path).status()).isEqualTo(403);
        int attempts = shown.path("attempts").asInt();
        assertThat(inventory.post(path, "").status()).isEqualTo(204);
        await().until(() -> heldMessages().get(0).path("attempts").asInt() > attempts);

        assertThat(inventory.delete(path).status()).isEqualTo(204);

        assertThat(sagas.replyTo(behind).type()).isEqualTo("ClaimReleased");
        await().until(() -> heldMessages().isEmpty());
        assertThat(inventory.delete(path).status()).isEqualTo(404);
        ConsumerRecord<String, String> letter = new PublishedRecords(Topics.deadLettersOf(Topics.INVENTORY_COMMANDS))
                .of(saga)
                .getFirst();
        assertThat(PublishedRecords.header(letter, "dead_letter_reason")).isEqualTo("put aside by kim");
    }

    private JsonNode heldMessages() {
        return inventory.get("/actuator/heldmessages").body().path("messages");
    }

    @Test
    void whoseRowIsDamagedHoldsUpNoOtherThroughTheQueue() {
        holdsUpNoOtherThroughTheQueue(this::damage, this::mend);
    }

    @Test
    void whoseRowAnotherSessionKeepsHoldsUpNoOtherThroughTheQueue() throws SQLException {
        try (Connection elsewhere = running.bean(DataSource.class).getConnection()) {
            holdsUpNoOtherThroughTheQueue(() -> keep(elsewhere), () -> giveUp(elsewhere));
        }
    }

    /** The first in the queue of the seat waits for the bad item, too. */
    private void holdsUpNoOtherThroughTheQueue(Runnable damage, Runnable mend) {
        inventory.putItem(seat, 3, "EXCLUSIVE");
        UUID behind = UUID.randomUUID();
        Received claimed = sagas.ask(claim(saga, seat));
        ClaimStock both = claim(other, Duration.ofMinutes(5), seat, bad);
        ClaimStock next = claim(behind, Duration.ofMinutes(5), seat);
        assertThat(sagas.ask(both).type()).isEqualTo("ClaimQueued");
        assertThat(sagas.ask(next).type()).isEqualTo("ClaimQueued");
        damage.run();

        ConfirmClaim confirm = new ConfirmClaim(
                new StepAttempt(saga, "confirm", 1),
                UUID.fromString(claimed.text("claimId")),
                UUID.fromString(claimed.text("token")));
        assertThat(sagas.ask(confirm).type()).isEqualTo("ClaimConfirmed");

        awaitClaimed(behind);
        assertThat(inTheEnd(() -> inventory.putItem(seat, 1, "EXCLUSIVE")).status())
                .isEqualTo(200);
        assertThat(sagas.ask(new ReleaseClaim(new StepAttempt(behind, "release", 1)))
                        .type())
                .isEqualTo("ClaimReleased");
        Answer newcomers = await().until(() -> inventory.claim("alice", seat), claim -> claim.status() == 201);
        assertThat(inTheEnd(() -> inventory.release(newcomers)).status()).isEqualTo(204);
        assertThat(held()).isEmpty();

        mend.run();
        awaitClaimed(other);
    }

    /** Repeats the call, for a bounded time, as long as the answer is to try again. */
    private static Answer inTheEnd(Callable<Answer> call) {
        return await().until(call, answer -> !answer.code().equals("CONTENTION"));
    }

    private void awaitClaimed(UUID waiter) {
        sagas.await(
                Topics.SAGA_REPLIES,
                received -> received.type().equals("StockClaimed")
                        && received.body()
                                .path("attempt")
                                .path("sagaId")
                                .asString()
                                .equals(waiter.toString()));
    }

    @Test
    void whoseRowAnotherSessionKeepsHoldsItsCommandsOnly() throws SQLException {
        ClaimStock command = claim(saga, bad);
        ClaimStock next = claim(UUID.randomUUID(), bad);
        try (Connection elsewhere = running.bean(DataSource.class).getConnection()) {
            keep(elsewhere);
            sagas.send(sagas.encode(command));
            assertThat(sagas.ask(claim(other, good)).type()).isEqualTo("StockClaimed");
            await().untilAsserted(() -> assertThat(held()).hasSize(1));
            assertThat(inventory.claim("alice", bad).code()).isEqualTo("CONTENTION");
            sagas.send(sagas.encode(next));
            // not for want of the row, which it did not wait for
            await().untilAsserted(() ->
                    assertThat(reasons()).hasSize(2).last().asString().contains("LockedRows"));
            assertThat(readiness()).isEqualTo(200);
            giveUp(elsewhere);
        }
        assertThat(sagas.replyTo(command).type()).isEqualTo("StockClaimed");
        assertThat(sagas.replyTo(next).type()).isEqualTo("StockClaimed");
        await().untilAsserted(() -> assertThat(held()).isEmpty());
    }

    private void keep(Connection elsewhere) {
        try {
            elsewhere.setAutoCommit(false);
            try (Statement settings = elsewhere.createStatement()) {
                settings.execute("SET LOCAL lock_timeout = 0");
                settings.execute("SET LOCAL idle_in_transaction_session_timeout = 0");
            }
            try (PreparedStatement lock = elsewhere.prepareStatement("SELECT FROM item WHERE sku = ? FOR UPDATE")) {
                lock.setString(1, bad);
                lock.execute();
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void giveUp(Connection elsewhere) {
        try {
            elsewhere.rollback();
            elsewhere.setAutoCommit(true);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** As a page with a wrong checksum does. */
    private void damage() {
        running.database()
                .sql("CREATE OR REPLACE FUNCTION damage() RETURNS trigger LANGUAGE plpgsql AS "
                        + "$$ BEGIN RAISE EXCEPTION 'invalid page' USING ERRCODE = 'XX001'; END $$")
                .update();
        change(
                "CREATE TRIGGER damage BEFORE UPDATE ON item FOR EACH ROW WHEN (OLD.sku = '%s') EXECUTE FUNCTION damage()"
                        .formatted(bad));
    }

    private int readiness() {
        return inventory.get("/actuator/health/readiness").status();
    }

    private List<@Nullable String> reasons() {
        return running.database()
                .sql("SELECT reason FROM held_message ORDER BY id")
                .query(String.class)
                .list();
    }

    /** Returns why messages are held, in their order: the SQLSTATE, or that they are behind another. */
    private List<@Nullable String> held() {
        return running.database()
                .sql(
                        "SELECT coalesce(substring(reason FROM 'SQLSTATE (.....)'), substring(reason FROM '^behind')) FROM held_message ORDER BY id")
                .query(String.class)
                .list();
    }

    private static ClaimStock claim(UUID saga, String sku) {
        return claim(saga, null, sku);
    }

    private static ClaimStock claim(UUID saga, @Nullable Duration queueTimeout, String... skus) {
        return new ClaimStock(
                new StepAttempt(saga, "reserve", 1),
                Stream.of(skus).map(sku -> new StockLine(sku, 1)).toList(),
                Duration.ofMinutes(5),
                queueTimeout);
    }
}

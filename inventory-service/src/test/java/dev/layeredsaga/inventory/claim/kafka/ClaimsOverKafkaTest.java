package dev.layeredsaga.inventory.claim.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.ClaimStock;
import dev.layeredsaga.contract.inventory.ConfirmClaim;
import dev.layeredsaga.contract.inventory.ExtendClaim;
import dev.layeredsaga.contract.inventory.ReleaseClaim;
import dev.layeredsaga.contract.inventory.VerifyClaims;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.inventory.claim.Claims;
import dev.layeredsaga.inventory.claim.kafka.SagaChannel.Received;
import dev.layeredsaga.inventory.fixture.Rival;
import dev.layeredsaga.inventory.item.Item;
import dev.layeredsaga.testbed.contract.EnteredTypes;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.redisson.api.RLock;

class ClaimsOverKafkaTest extends OverKafka {

    private final String ticket = "ticket-" + UUID.randomUUID();

    @BeforeEach
    void stockUp() {
        inventory.putItem(seat, 2, "EXCLUSIVE");
        inventory.putItem(ticket, 5, "COUNTED");
    }

    @Test
    void claimsExtendsAndConfirmsForASaga() {
        Received claimed = sagas.ask(claim(saga, 1, seat, ticket));
        assertThat(claimed.type()).isEqualTo("StockClaimed");
        assertThat(inventory.item(seat).path("sagaId").asString()).isEqualTo(saga.toString());
        Received extended = sagas.ask(
                new ExtendClaim(step("pay", 1), id(claimed, "claimId"), id(claimed, "token"), Duration.ofHours(1)));
        assertThat(Instant.parse(extended.text("expiresAt"))).isAfter(Instant.parse(claimed.text("expiresAt")));
        assertThat(sagas.ask(confirm(claimed, 1)).type()).isEqualTo("ClaimConfirmed");
        assertThat(inventory.item(seat).path("onHand").asInt()).isOne();
        assertThat(inventory.item(ticket).path("onHand").asInt()).isEqualTo(4);
    }

    /** From the poll to the commit, so that this walk does not grow unnoticed: it passed 92 when it was counted first. */
    @Test
    void passesNoMoreTypesThanBefore() {
        Set<String> entered = EnteredTypes.during(
                () -> assertThat(sagas.ask(claim(saga, 1, seat)).type()).isEqualTo("StockClaimed"));
        assertThat(entered).contains(Claims.class.getName(), Item.class.getName());
        assertThat(entered).hasSizeLessThanOrEqualTo(95);
    }

    @Test
    void grantsAResentClaimTheSameAgain() {
        Received first = sagas.ask(claim(saga, 1, ticket));
        Received second = sagas.ask(claim(saga, 2, ticket));
        assertThat(second.text("claimId")).isEqualTo(first.text("claimId"));
        assertThat(second.text("token")).isEqualTo(first.text("token"));
        assertThat(inventory.item(ticket).path("reserved").asInt()).isOne();
    }

    @Test
    void handlesACommandDeliveredTwiceOnce() {
        ClaimStock command = claim(saga, 1, ticket);
        ProducerRecord<String, byte[]> record = sagas.encode(command);
        sagas.send(record);
        sagas.send(record);
        sagas.ask(confirm(sagas.replyTo(command), 1));
        assertThat(sagas.allOf(Topics.SAGA_REPLIES))
                .filteredOn(received -> received.body()
                        .path("attempt")
                        .path("sagaId")
                        .asString("")
                        .equals(saga.toString()))
                .extracting(Received::type)
                .containsExactly("StockClaimed", "ClaimConfirmed");
        assertThat(inventory.item(ticket).path("onHand").asInt()).isEqualTo(4);
    }

    @Test
    void answersASagaThatTheItemIsBusyAndUntilWhen() {
        inventory.claim("alice", seat);
        Received refused = sagas.ask(claim(saga, 1, seat, ticket));
        assertThat(refused.type()).isEqualTo("ClaimRefused");
        assertThat(refused.text("code")).isEqualTo("RESOURCE_BUSY");
        assertThat(refused.text("sku")).isEqualTo(seat);
        assertThat(refused.text("lockExpiresAt")).isNotEmpty();
        assertThat(refused.body().path("retryAfterSeconds").asInt()).isPositive();
        assertThat(inventory.item(ticket).path("reserved").asInt()).isZero();
    }

    @Test
    void refusesOneCommandWithoutSpoilingItsNeighbours() {
        List<ClaimStock> commands = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            commands.add(claim(UUID.randomUUID(), 1, ticket));
        }
        commands.forEach(command -> sagas.send(sagas.encode(command)));
        assertThat(commands.stream().map(command -> sagas.replyTo(command).type()))
                .hasSize(20)
                .filteredOn("StockClaimed"::equals)
                .hasSize(5);
        assertThat(running.heldOf(ticket)).isEqualTo(5);
    }

    /** Lets the other commands arrive while the first waits for the lock, so that one poll returns them together. */
    @Tag("timing")
    @Test
    void servesTheCommandsAtHandForOneItemInOneSection() throws Exception {
        List<ClaimStock> commands = Stream.generate(() -> claim(UUID.randomUUID(), 1, ticket))
                .limit(41)
                .toList();
        try (Rival rival = new Rival()) {
            RLock elsewhere = rival.lock(ticket);
            sagas.send(sagas.encode(commands.getFirst()));
            commands.stream().skip(1).forEach(command -> sagas.send(sagas.encode(command)));
            long before = sections();
            elsewhere.unlock();
            commands.forEach(sagas::replyTo);
            assertThat(sections() - before).isLessThan(commands.size() / 2);
        }
        assertThat(running.heldOf(ticket)).isEqualTo(5);
    }

    private static long sections() {
        return running.bean(MeterRegistry.class).timer("inventory.section.time").count();
    }

    @Test
    void isNotStoppedByAnEndlessRLock() {
        Counter timeouts = running.bean(MeterRegistry.class).counter("inventory.lock.timeouts");
        double before = timeouts.count();
        try (Rival rival = new Rival()) {
            rival.lockForGood(seat);
            assertThat(sagas.ask(claim(saga, 1, seat)).type()).isEqualTo("StockClaimed");
            assertThat(timeouts.count()).isGreaterThan(before);
            assertThat(rival.seesLocked(seat)).as("removed").isFalse();
        }
        assertThat(sagas.ask(claim(UUID.randomUUID(), 1, seat)).text("code")).isEqualTo("RESOURCE_BUSY");
    }

    @Test
    void refusesAClaimThatArrivesAfterItsRelease() {
        assertThat(sagas.ask(release(1)).type()).isEqualTo("ClaimReleased");
        Received late = sagas.ask(claim(saga, 1, seat));
        assertThat(late.text("code")).isEqualTo("CLAIM_LOST");
        assertThat(inventory.item(seat).path("status").asString()).isEqualTo("AVAILABLE");
    }

    @Test
    void releasesOnceHoweverOftenItIsAsked() {
        sagas.ask(claim(saga, 1, seat));
        assertThat(sagas.ask(release(1)).type()).isEqualTo("ClaimReleased");
        assertThat(sagas.ask(release(2)).type()).isEqualTo("ClaimReleased");
        assertThat(inventory.item(seat).path("available").asInt()).isEqualTo(2);
    }

    @Test
    void restocksOnceWhatASagaHadConfirmed() {
        Received claimed = sagas.ask(claim(saga, 1, ticket, ticket, seat));
        sagas.ask(confirm(claimed, 1));
        sagas.ask(release(1));
        sagas.ask(release(2));
        assertThat(inventory.item(ticket).path("onHand").asInt()).isEqualTo(5);
        assertThat(inventory.item(seat).path("onHand").asInt()).isEqualTo(2);
        assertThat(sagas.ask(confirm(claimed, 2)).text("code")).isEqualTo("CLAIM_LOST");
    }

    @Test
    void answersThatAClaimHasExpired() {
        Received claimed = sagas.ask(claim(saga, 1, seat, ticket));
        running.letExpire(claimed.text("claimId"));
        Received expired = sagas.await(
                Topics.INVENTORY_EVENTS, event -> event.text("claimId").equals(claimed.text("claimId")));
        assertThat(expired.type()).isEqualTo("ClaimExpired");
        assertThat(expired.text("owner")).isEqualTo(saga.toString());
        assertThat(expired.body().path("skus")).hasSize(2);
        assertThat(sagas.ask(confirm(claimed, 1)).text("code")).isEqualTo("CLAIM_EXPIRED");
        await().untilAsserted(() ->
                assertThat(inventory.item(seat).path("status").asString()).isEqualTo("AVAILABLE"));
    }

    @Test
    void letsASagaClaimAgainWhatIsStillThereOnceItsClaimHasExpired() {
        Received first = sagas.ask(claim(saga, 1, seat, ticket));
        running.letExpire(first.text("claimId"));
        Received second = sagas.ask(claim(saga, 2, seat, ticket));
        assertThat(second.type()).isEqualTo("StockClaimed");
        assertThat(second.text("token")).isNotEqualTo(first.text("token"));
        assertThat(sagas.ask(confirm(first, 1)).text("code")).isIn("CLAIM_EXPIRED", "CLAIM_LOST");
        assertThat(sagas.ask(confirm(second, 2)).type()).isEqualTo("ClaimConfirmed");
        assertThat(inventory.item(ticket).path("onHand").asInt()).isEqualTo(4);
        assertThat(inventory.item(ticket).path("reserved").asInt()).isZero();
    }

    @Test
    void refusesToClaimAgainAfterTheReleaseOfWhatHadExpired() {
        Received claimed = sagas.ask(claim(saga, 1, seat));
        running.letExpire(claimed.text("claimId"));
        sagas.await(Topics.INVENTORY_EVENTS, event -> event.text("claimId").equals(claimed.text("claimId")));
        sagas.ask(release(1));
        assertThat(sagas.ask(claim(saga, 2, seat)).text("code")).isEqualTo("CLAIM_LOST");
        assertThat(inventory.item(seat).path("status").asString()).isEqualTo("AVAILABLE");
    }

    @Test
    void putsAMalformedMessageAsideAndGoesOnWithThoseBehindIt() {
        String key = saga.toString();
        sagas.send(new ProducerRecord<>(Topics.INVENTORY_COMMANDS, key, "no CloudEvent".getBytes(UTF_8)));
        assertThat(sagas.ask(claim(saga, 1, ticket)).type()).isEqualTo("StockClaimed");
        assertThat(SagaChannel.header(sagas.awaitDeadLetter(key), "dead_letter_reason"))
                .contains("CloudEvent");
    }

    @Test
    void putsACommandThatMakesNoSenseAside() {
        ClaimStock nothing =
                new ClaimStock(new StepAttempt(saga, "reserve", 1), List.of(), Duration.ofMinutes(5), null);
        sagas.send(sagas.encode(nothing));
        assertThat(SagaChannel.header(sagas.awaitDeadLetter(saga.toString()), "dead_letter_reason"))
                .contains("a claim has lines");
    }

    @Test
    void reportsEndedSagasWhoseClaimsSayOtherwise() {
        UUID lost = UUID.randomUUID();
        UUID held = UUID.randomUUID();
        UUID sold = UUID.randomUUID();
        UUID left = UUID.randomUUID();
        UUID released = UUID.randomUUID();
        Received heldClaim = sagas.ask(claim(held, 1, ticket));
        sagas.ask(confirm(sagas.ask(claim(sold, 1, ticket)), 1));
        Received leftClaim = sagas.ask(claim(left, 1, ticket));
        sagas.ask(confirm(leftClaim, 2));
        sagas.ask(claim(released, 1, ticket));
        sagas.ask(new ReleaseClaim(new StepAttempt(released, "reserve", 1)));

        sagas.send(new VerifyClaims(List.of(sold, held, lost), List.of(released, left), List.of()));

        assertThat(eventOf(lost).type()).isEqualTo("ClaimMissing");
        assertThat(eventOf(held).text("claimId")).isEqualTo(heldClaim.text("claimId"));
        assertThat(eventOf(left).text("claimId")).isEqualTo(leftClaim.text("claimId"));
        assertThat(sagas.allOf(Topics.INVENTORY_EVENTS))
                .extracting(event -> event.text("sagaId"))
                .doesNotContain(sold.toString(), released.toString());
    }

    /** A saga that is stuck for long may have its sale put back into stock. */
    @Test
    void keepsWhatIsSoldToAnUnfinishedSaga() {
        UUID stuck = UUID.randomUUID();
        UUID completed = UUID.randomUUID();
        for (UUID each : List.of(stuck, completed)) {
            sagas.ask(confirm(sagas.ask(claim(each, 1, ticket)), 2));
            running.database()
                    .sql("UPDATE claim SET expires_at = clock_timestamp() - interval '29 days' WHERE saga_id = ?")
                    .param(each)
                    .update();
        }

        sagas.send(new VerifyClaims(List.of(), List.of(), List.of(stuck)));

        await().untilAsserted(() -> assertThat(isKept(stuck)).isTrue());
        assertThat(isKept(completed)).isFalse();
    }

    private static boolean isKept(UUID saga) {
        return running.database()
                .sql("SELECT expires_at > clock_timestamp() - interval '1 hour' FROM claim WHERE saga_id = ?")
                .param(saga)
                .query(Boolean.class)
                .single();
    }

    private static Received eventOf(UUID saga) {
        return sagas.await(
                Topics.INVENTORY_EVENTS, event -> event.text("sagaId").equals(saga.toString()));
    }

    private StepAttempt step(String name, int attempt) {
        return new StepAttempt(saga, name, attempt, "proof of " + attempt);
    }

    private ReleaseClaim release(int attempt) {
        return new ReleaseClaim(step("release", attempt));
    }

    private ConfirmClaim confirm(Received claimed, int attempt) {
        return new ConfirmClaim(step("confirm", attempt), id(claimed, "claimId"), id(claimed, "token"));
    }

    private static ClaimStock claim(UUID saga, int attempt, String... skus) {
        List<StockLine> lines =
                List.of(skus).stream().map(sku -> new StockLine(sku, 1)).toList();
        return new ClaimStock(
                new StepAttempt(saga, "reserve", attempt, "proof of " + attempt), lines, Duration.ofMinutes(5), null);
    }

    private static UUID id(Received received, String field) {
        return UUID.fromString(received.text(field));
    }
}

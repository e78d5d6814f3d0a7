package dev.layeredsaga.inventory.claim.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.AdoptClaim;
import dev.layeredsaga.contract.inventory.ClaimStock;
import dev.layeredsaga.contract.inventory.ConfirmClaim;
import dev.layeredsaga.contract.inventory.ReleaseClaim;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.inventory.claim.kafka.SagaChannel.Received;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class WaitAndAdoptOverKafkaTest extends OverKafka {

    private static final Duration TTL = Duration.ofMinutes(5);

    @BeforeEach
    void stockUp() {
        inventory.putItem(seat, 1, "EXCLUSIVE");
    }

    @Test
    void answersOnceTheTurnHasCome() {
        Answer alices = inventory.claim("alice", seat);
        Received queued = sagas.ask(waitFor(1, Duration.ofMinutes(1)));
        assertThat(queued.type()).isEqualTo("ClaimQueued");
        assertThat(queued.text("sku")).isEqualTo(seat);
        assertThat(queued.text("lockExpiresAt")).isEqualTo(alices.text("expiresAt"));
        inventory.release(alices);
        Received claimed = awaitReply("StockClaimed");
        assertThat(claimed.body().path("attempt")).isEqualTo(queued.body().path("attempt"));
        assertThat(sagas.ask(confirm(claimed)).type()).isEqualTo("ClaimConfirmed");
    }

    @Test
    void answersTheLatestAttempt() {
        Answer alices = inventory.claim("alice", seat);
        sagas.ask(waitFor(1, Duration.ofMinutes(1)));
        assertThat(sagas.ask(waitFor(2, Duration.ofMinutes(1))).type()).isEqualTo("ClaimQueued");
        inventory.release(alices);
        JsonNode answered = awaitReply("StockClaimed").body().path("attempt");
        assertThat(answered.path("attempt").asInt()).isEqualTo(2);
        assertThat(answered.path("proof").asString()).isEqualTo("proof of 2");
    }

    @Test
    void refusesASagaThatHasWaitedLongEnough() {
        Answer alices = inventory.claim("alice", seat);
        sagas.ask(waitFor(1, Duration.ofMillis(200)));
        Received refused = awaitReply("ClaimRefused");
        assertThat(refused.text("code")).isEqualTo("RESOURCE_BUSY");
        assertThat(refused.text("lockExpiresAt")).isEqualTo(alices.text("expiresAt"));
        assertThat(inventory.item(seat).path("waiting")).isEmpty();
    }

    @Test
    void answersThoseInLineThatTheLastOneIsSold() {
        Answer alices = inventory.claim("alice", seat);
        sagas.ask(waitFor(1, Duration.ofMinutes(1)));
        inventory.confirm(alices);
        assertThat(awaitReply("ClaimRefused").text("code")).isEqualTo("OUT_OF_STOCK");
    }

    @Test
    void refusesToWaitForNoTimeAtAll() {
        sagas.send(sagas.encode(waitFor(1, Duration.ZERO)));
        assertThat(SagaChannel.header(sagas.awaitDeadLetter(saga.toString()), "dead_letter_reason"))
                .contains("must be positive");
    }

    @Test
    void makesAHoldTheSagasWithATokenThatOnlyTheSagaKnows() {
        Answer alices = inventory.claim("alice", seat);
        Received adopted = sagas.ask(adopt(alices, 1, seat));
        assertThat(adopted.type()).isEqualTo("StockClaimed");
        assertThat(adopted.text("claimId")).isEqualTo(alices.text("claimId"));
        assertThat(adopted.text("token")).isNotEqualTo(alices.text("token"));
        assertThat(inventory.item(seat).path("sagaId").asString()).isEqualTo(saga.toString());
        assertThat(inventory.release(alices).code()).isEqualTo("CLAIM_LOST");
        assertThat(sagas.ask(confirm(adopted)).type()).isEqualTo("ClaimConfirmed");
        assertThat(inventory.item(seat).path("onHand").asInt()).isZero();
    }

    @Test
    void adoptsAgainWithTheSameAnswer() {
        Answer alices = inventory.claim("alice", seat);
        Received first = sagas.ask(adopt(alices, 1, seat));
        Received second = sagas.ask(adopt(alices, 2, seat));
        assertThat(second.text("token")).isEqualTo(first.text("token"));
    }

    @Test
    void neverShortensWhatWasHeld() {
        Answer alices = inventory.claim("alice", seat);
        assertThat(sagas.ask(adopt(alices, 1, seat)).text("expiresAt")).isEqualTo(alices.text("expiresAt"));
    }

    @Test
    void givesWhatWasAdoptedBackWhenTheSagaIsCompensated() {
        sagas.ask(adopt(inventory.claim("alice", seat), 1, seat));
        sagas.ask(new ReleaseClaim(new StepAttempt(saga, "reserve", 1)));
        assertThat(inventory.item(seat).path("status").asString()).isEqualTo("AVAILABLE");
    }

    @Test
    void letsOneHoldBecomeOneOrderOnly() {
        Answer alices = inventory.claim("alice", seat);
        sagas.ask(adopt(alices, 1, seat));
        Received second = sagas.ask(new AdoptClaim(
                new StepAttempt(UUID.randomUUID(), "reserve", 1),
                id(alices, "claimId"),
                id(alices, "token"),
                lines(seat),
                TTL));
        assertThat(second.text("code")).isEqualTo("CLAIM_LOST");
    }

    @Test
    void leavesTheHoldAloneIfTheOrderIsForSomethingElse() {
        Answer alices = inventory.claim("alice", seat);
        assertThat(sagas.ask(adopt(alices, 1, seat, seat)).text("code")).isEqualTo("CLAIM_MISMATCH");
        assertThat(inventory.confirm(alices).status()).isEqualTo(200);
    }

    @Test
    void distinguishesAnExpiredHoldFromALostOne() {
        Answer alices = inventory.claim("alice", seat);
        running.letExpire(alices.text("claimId"));
        assertThat(sagas.ask(adopt(alices, 1, seat)).text("code")).isEqualTo("CLAIM_EXPIRED");
        inventory.claim("bob", seat);
        assertThat(sagas.ask(adopt(alices, 2, seat)).text("code")).isEqualTo("CLAIM_LOST");
    }

    private Received awaitReply(String type) {
        return sagas.await(
                Topics.SAGA_REPLIES,
                received -> received.type().equals(type)
                        && received.body()
                                .path("attempt")
                                .path("sagaId")
                                .asString()
                                .equals(saga.toString()));
    }

    private ClaimStock waitFor(int attempt, Duration queueTimeout) {
        return new ClaimStock(
                new StepAttempt(saga, "reserve", attempt, "proof of " + attempt), lines(seat), TTL, queueTimeout);
    }

    private AdoptClaim adopt(Answer hold, int attempt, String... skus) {
        StepAttempt step = new StepAttempt(saga, "reserve", attempt);
        return new AdoptClaim(step, id(hold, "claimId"), id(hold, "token"), lines(skus), TTL);
    }

    private ConfirmClaim confirm(Received claimed) {
        StepAttempt step = new StepAttempt(saga, "confirm", 1);
        return new ConfirmClaim(step, UUID.fromString(claimed.text("claimId")), UUID.fromString(claimed.text("token")));
    }

    private static List<StockLine> lines(String... skus) {
        return List.of(skus).stream().map(sku -> new StockLine(sku, 1)).toList();
    }

    private static UUID id(Answer answer, String field) {
        return UUID.fromString(answer.text(field));
    }
}

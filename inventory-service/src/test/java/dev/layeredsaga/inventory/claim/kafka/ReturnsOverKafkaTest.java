package dev.layeredsaga.inventory.claim.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.RestoreStock;
import dev.layeredsaga.contract.inventory.VerifyClaims;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.inventory.claim.command.ClaimCommand;
import dev.layeredsaga.inventory.claim.command.ClaimOutcome;
import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.claim.command.Claimant;
import dev.layeredsaga.inventory.claim.kafka.SagaChannel.Received;
import dev.layeredsaga.inventory.claim.request.ClaimDesk;
import dev.layeredsaga.testbed.conformance.Conformance;
import dev.layeredsaga.testbed.conformance.Conformance.Finding;
import dev.layeredsaga.testbed.conformance.Duty;
import dev.layeredsaga.testbed.conformance.KafkaBus;
import dev.layeredsaga.testbed.conformance.Participant;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReturnsOverKafkaTest extends OverKafka {

    private static final Participant RETURNS = Participant.read("""
        {
          "commands": "inventory.commands",
          "step": "restock",
          "action": {
            "type": "RestoreStock",
            "data": {"soldTo": "${saga}", "putBack": [{"sku": "seat-${saga}", "quantity": 1}], "writtenOff": []},
            "done": ["StockRestored"],
            "others": ["RestoreRefused"]
          },
          "compensation": {"type": "ReleaseClaim", "done": ["ClaimReleased"]}
        }\
        """);

    private final UUID returned = UUID.randomUUID();

    @BeforeEach
    void sell() {
        inventory.putItem(seat, 3, "COUNTED");
        sell(saga, seat, 2);
    }

    /** Without Kafka, so that only returns are answered there. */
    private static void sell(UUID buyer, String sku, int quantity) {
        ClaimDesk desk = running.bean(ClaimDesk.class);
        ClaimOutcome outcome = desk.handle(new ClaimCommand.Hold(
                Claimant.saga(buyer), new TreeMap<>(Map.of(sku, quantity)), Duration.ofMinutes(5), null));
        assertThat(outcome).isInstanceOfSatisfying(ClaimOutcome.Granted.class, granted -> {
            ClaimSnapshot claim = granted.claim();
            desk.handle(new ClaimCommand.Confirm(claim.id(), claim.token()));
        });
    }

    @Test
    void restoresOnceForAllAttemptsAtAStep() {
        ProducerRecord<String, byte[]> first = sagas.encode(restore(1, 1));
        sagas.send(first);
        sagas.send(first);

        assertThat(sagas.ask(restore(2, 1)).type()).isEqualTo("StockRestored");
        Received late = sagas.ask(new RestoreStock(
                new StepAttempt(returned, "restock", 1, "another proof"), saga, List.of(line(1)), List.of()));

        assertThat(late.type()).isEqualTo("StockRestored");
        assertThat(inventory.item(seat).path("onHand").asInt()).isEqualTo(2);
        assertThat(inventory
                        .get("/items/" + seat + "/movements")
                        .body()
                        .at("/movements/0/operator")
                        .asString())
                .isEqualTo("return " + returned + "/restock");
    }

    @Test
    void countsTheLinesOfAnItemTogether() {
        RestoreStock both = new RestoreStock(
                new StepAttempt(returned, "restock", 1), saga, List.of(line(1), line(1)), List.of(line(1)));

        Received refused = sagas.ask(both);

        assertThat(refused.type()).isEqualTo("RestoreRefused");
        assertThat(refused.text("code")).isEqualTo("MORE_THAN_SOLD");
        assertThat(refused.text("message")).contains(seat);
        assertThat(inventory.item(seat).path("onHand").asInt()).isOne();
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThat(sagas.ask(restore(1, 1)).type()).isEqualTo("StockRestored");
        assertThat(sagas.ask(restore(2, 2)).text("code")).isEqualTo("RESTORED_OTHERWISE");
        RestoreStock unknown = new RestoreStock(
                new StepAttempt(UUID.randomUUID(), "restock", 1), UUID.randomUUID(), List.of(), List.of(line(1)));
        assertThat(sagas.ask(unknown).text("code")).isEqualTo("UNKNOWN_SALE");
    }

    @Test
    void putsAReturnOfNothingAside() {
        ProducerRecord<String, byte[]> good = sagas.encode(restore(1, 1));
        ProducerRecord<String, byte[]> empty = new ProducerRecord<>(
                good.topic(),
                null,
                good.key(),
                new String(good.value(), UTF_8)
                        .replaceAll("\"putBack\":\\[[^]]*]", "\"putBack\":[]")
                        .getBytes(UTF_8),
                good.headers());
        sagas.send(empty);

        assertThat(SagaChannel.header(sagas.awaitDeadLetter(returned.toString()), "dead_letter_reason"))
                .contains("nothing to restore");
    }

    @Test
    void leavesTheSaleWhatItWas() {
        sagas.ask(restore(1, 2));
        UUID unknown = UUID.randomUUID();

        sagas.send(new VerifyClaims(List.of(saga, unknown), List.of(), List.of()));

        sagas.await(Topics.INVENTORY_EVENTS, event -> event.text("sagaId").equals(unknown.toString()));
        assertThat(sagas.allOf(Topics.INVENTORY_EVENTS))
                .extracting(event -> event.text("sagaId"))
                .doesNotContain(saga.toString());
    }

    /** A return has no compensation: what is in the warehouse stays there, and a repetition is answered so. */
    @Test
    void keepsTheDutiesOfAParticipantWithoutACompensation() {
        try (KafkaBus bus = new KafkaBus(RETURNS, SharedInfrastructure.get().kafkaBootstrapServers())) {
            assertThat(new Conformance(RETURNS, bus, this::sagaThatHasBought, Duration.ofMinutes(1)).findings())
                    .filteredOn(finding -> finding.broken() != null)
                    .extracting(Finding::duty)
                    .containsExactly(Duty.RETURNS_UNKNOWN_FIELDS, Duty.STAYS_COMPENSATED);
        }
    }

    private UUID sagaThatHasBought() {
        UUID id = UUID.randomUUID();
        inventory.putItem("seat-" + id, 1, "EXCLUSIVE");
        sell(id, "seat-" + id, 1);
        return id;
    }

    private RestoreStock restore(int attempt, int quantity) {
        return new RestoreStock(
                new StepAttempt(returned, "restock", attempt, "proof of " + attempt),
                saga,
                List.of(line(quantity)),
                List.of());
    }

    private StockLine line(int quantity) {
        return new StockLine(seat, quantity);
    }
}

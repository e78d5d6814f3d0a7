package dev.layeredsaga.inventory.claim.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.conformance.Conformance;
import dev.layeredsaga.testbed.conformance.Conformance.Finding;
import dev.layeredsaga.testbed.conformance.Duty;
import dev.layeredsaga.testbed.conformance.KafkaBus;
import dev.layeredsaga.testbed.conformance.Participant;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The inventory is a participant like any other. It knows each field of an attempt that its orchestrator sends, and returns no others. */
class ConformanceTest extends OverKafka {

    private static final Participant CLAIMS = Participant.read("""
        {
          "commands": "inventory.commands",
          "step": "reserve",
          "action": {
            "type": "ClaimStock",
            "data": {"lines": [{"sku": "seat-${saga}", "quantity": 1}], "ttl": "PT1H"},
            "done": ["StockClaimed"],
            "others": ["ClaimRefused"]
          },
          "compensation": {"type": "ReleaseClaim", "done": ["ClaimReleased"]},
          "scarce": true
        }\
        """);

    @Test
    void keepsEveryDutyOfAParticipant() {
        try (KafkaBus bus = new KafkaBus(CLAIMS, SharedInfrastructure.get().kafkaBootstrapServers())) {
            assertThat(new Conformance(CLAIMS, bus, this::sagaWithASeat, Duration.ofMinutes(1)).findings())
                    .filteredOn(finding -> finding.broken() != null)
                    .extracting(Finding::duty)
                    .containsExactly(Duty.RETURNS_UNKNOWN_FIELDS);
        }
    }

    private UUID sagaWithASeat() {
        UUID id = UUID.randomUUID();
        inventory.putItem("seat-" + id, 1, "EXCLUSIVE");
        return id;
    }
}

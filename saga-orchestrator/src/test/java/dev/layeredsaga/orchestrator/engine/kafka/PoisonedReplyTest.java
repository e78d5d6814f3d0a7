package dev.layeredsaga.orchestrator.engine.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.messaging.Topics;
import dev.layeredsaga.messaging.inventory.ClaimRefusal;
import dev.layeredsaga.messaging.inventory.ClaimRefused;
import dev.layeredsaga.messaging.saga.StepAttempt;
import dev.layeredsaga.orchestrator.OrchestratorInstance;
import dev.layeredsaga.orchestrator.PlacedOrder;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.MessageListenerContainer;

/** A reply whose meaning cannot be told, because it throws, in one poll with others. */
class PoisonedReplyTest {

    private final OrchestratorInstance service = OrchestratorInstance.shared();
    private final JdbcClient database = service.database();

    @Test
    void costsOnlyItsOwnSaga() {
        List<UUID> sagas = PlacedOrder.startedSagas(20);
        UUID poisoned = sagas.get(7);
        database.sql("UPDATE saga SET data = 'null', due_at = NULL WHERE id = ?")
                .param(poisoned)
                .update();

        sendInOnePoll(sagas);

        List<UUID> others = sagas.stream().filter(id -> !id.equals(poisoned)).toList();
        await().untilAsserted(() ->
                assertThat(others).allSatisfy(id -> assertThat(statusOf(id)).isEqualTo("COMPENSATED")));
        await().untilAsserted(() -> assertThat(new PublishedRecords(Topics.SAGA_REPLIES + ".dlt").of(poisoned))
                .singleElement()
                .satisfies(letter -> assertThat(PublishedRecords.header(letter, "dead_letter_reason"))
                        .contains("NullPointerException")));
        assertThat(statusOf(poisoned)).isEqualTo("RUNNING");
    }

    /** They are all there before the listener looks again. */
    private void sendInOnePoll(List<UUID> sagas) {
        MessageListenerContainer listener =
                service.bean(KafkaListenerEndpointRegistry.class).getListenerContainers().stream()
                        .filter(container -> "saga-orchestrator".equals(container.getGroupId()))
                        .findFirst()
                        .orElseThrow();
        listener.stop();
        sagas.forEach(this::refuse);
        listener.start();
    }

    @SuppressWarnings("unchecked")
    private void refuse(UUID saga) {
        KafkaTemplate<String, byte[]> kafka = service.bean(KafkaTemplate.class);
        ClaimRefused refusal = new ClaimRefused(
                new StepAttempt(saga, "reserve", 1), ClaimRefusal.RESOURCE_BUSY, "busy", "seat-1", null, null, null);
        kafka.send(PlacedOrder.record(Topics.SAGA_REPLIES, saga, refusal)).join();
    }

    private String statusOf(UUID saga) {
        return database.sql("SELECT status FROM saga WHERE id = ?")
                .param(saga)
                .query(String.class)
                .single();
    }
}

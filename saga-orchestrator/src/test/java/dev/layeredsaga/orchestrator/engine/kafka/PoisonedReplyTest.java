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

/** A reply that cannot be handled as its saga cannot be read, in one poll with others. */
class PoisonedReplyTest {

    private final OrchestratorInstance service = OrchestratorInstance.shared();
    private final JdbcClient database = service.database();

    @Test
    void costsOnlyItsOwnSagaAndIsHandledOnceTheSagaCanBeRead() {
        List<UUID> sagas = PlacedOrder.startedSagas(20);
        UUID unreadable = sagas.get(7);
        String data = dataOf(unreadable);
        write("null", unreadable);

        sendInOnePoll(sagas);

        List<UUID> others = sagas.stream().filter(id -> !id.equals(unreadable)).toList();
        await().untilAsserted(() ->
                assertThat(others).allSatisfy(id -> assertThat(statusOf(id)).isEqualTo("COMPENSATED")));
        assertThat(statusOf(unreadable)).isEqualTo("RUNNING");

        write(data, unreadable);

        await().untilAsserted(() -> assertThat(statusOf(unreadable)).isEqualTo("COMPENSATED"));
        assertThat(new PublishedRecords(Topics.SAGA_REPLIES + ".dlt").of(unreadable))
                .isEmpty();
    }

    private String dataOf(UUID saga) {
        return database.sql("SELECT data::text FROM saga WHERE id = ?")
                .param(saga)
                .query(String.class)
                .single();
    }

    private void write(String data, UUID saga) {
        database.sql("UPDATE saga SET data = ?::jsonb, due_at = NULL WHERE id = ?")
                .params(data, saga)
                .update();
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

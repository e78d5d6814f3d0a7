package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.ClaimRefusal;
import dev.layeredsaga.contract.inventory.ClaimRefused;
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
    void costsOnlyItsOwnSagaWhichIsAskedForAgainOnceItCanBeRead() {
        List<UUID> sagas = PlacedOrder.startedSagas(20);
        UUID unreadable = sagas.get(7);
        String data = dataOf(unreadable);
        write("null", unreadable);

        sendInOnePoll(sagas);

        List<UUID> others = sagas.stream().filter(id -> !id.equals(unreadable)).toList();
        await().untilAsserted(() ->
                assertThat(others).allSatisfy(id -> assertThat(statusOf(id)).isEqualTo("COMPENSATED")));
        new PlacedOrder(unreadable).awaitStuckWithoutPauses();

        write(data, unreadable);
        database.sql("UPDATE saga SET due_at = now(), wake_at = now() WHERE id = ?")
                .param(unreadable)
                .update();
        await().until(() -> attemptOf(unreadable) == 2);
        refuse(unreadable, 2);

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

    /** Sends all while the listener is stopped. */
    private void sendInOnePoll(List<UUID> sagas) {
        MessageListenerContainer listener =
                service.bean(KafkaListenerEndpointRegistry.class).getListenerContainers().stream()
                        .filter(container -> "saga-orchestrator".equals(container.getGroupId()))
                        .findFirst()
                        .orElseThrow();
        listener.stop();
        sagas.forEach(saga -> refuse(saga, 1));
        listener.start();
    }

    @SuppressWarnings("unchecked")
    private void refuse(UUID saga, int attempt) {
        KafkaTemplate<String, byte[]> kafka = service.bean(KafkaTemplate.class);
        ClaimRefused refusal = new ClaimRefused(
                PlacedOrder.attempt(saga, "reserve", attempt),
                ClaimRefusal.RESOURCE_BUSY,
                "busy",
                "seat-1",
                null,
                null,
                null);
        kafka.send(PlacedOrder.record(Topics.SAGA_REPLIES, saga, refusal)).join();
    }

    private int attemptOf(UUID saga) {
        return database.sql("SELECT attempt FROM saga WHERE id = ?")
                .param(saga)
                .query(Integer.class)
                .single();
    }

    private String statusOf(UUID saga) {
        return database.sql("SELECT status FROM saga WHERE id = ?")
                .param(saga)
                .query(String.class)
                .single();
    }
}

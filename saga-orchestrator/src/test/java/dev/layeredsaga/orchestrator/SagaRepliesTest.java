package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.ClaimRefusal;
import dev.layeredsaga.contract.inventory.ClaimRefused;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.messaging.listener.MultiTopicListener;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Tests of the listener's handling of one poll. */
class SagaRepliesTest {

    /** Unknown to the broker, because the listener remembers failed records. */
    private static final int PARTITION = 99;

    private static final AtomicLong OFFSETS = new AtomicLong();

    private final OrchestratorInstance service = OrchestratorInstance.shared();
    private final MultiTopicListener listener = service.bean(MultiTopicListener.class);
    private final JdbcClient database = service.database();

    @Test
    void advancesTheSagasOfOnePollInOneTransaction() {
        List<UUID> sagas = PlacedOrder.startedSagas(5);

        listener.on(refusalsFor(sagas));

        assertThat(statuses(sagas)).containsOnly("COMPENSATED");
        assertThat(transactionsThatWrote(List.of(sagas.getFirst(), sagas.getLast())))
                .isEqualTo(1);
        assertThat(service.bean(MeterRegistry.class)
                        .get("messages.latest.age")
                        .tag("topic", Topics.SAGA_REPLIES)
                        .gauge()
                        .value())
                .isNotNegative();
    }

    @Test
    void handlesAReplyThatIsDeliveredTwiceOnce() {
        List<UUID> sagas = PlacedOrder.startedSagas(1);
        List<ConsumerRecord<String, byte[]>> poll = refusalsFor(sagas);
        listener.on(poll);
        long version = version(sagas.getFirst());

        listener.on(poll);

        assertThat(version(sagas.getFirst())).isEqualTo(version);
    }

    @Test
    void leavesAReplyToAnotherReleaseAndHandlesTheOthersTogether() {
        List<UUID> sagas = PlacedOrder.startedSagas(3);
        toVersion(99, sagas.get(1));
        try {
            listener.on(refusalsFor(sagas));

            assertThat(statuses(sagas)).containsExactly("COMPENSATED", "RUNNING", "COMPENSATED");
            assertThat(transactionsThatWrote(List.of(sagas.getFirst(), sagas.getLast())))
                    .isEqualTo(1);
        } finally {
            toVersion(1, sagas.get(1));
        }
    }

    private void toVersion(int version, UUID saga) {
        database.sql("UPDATE saga SET definition_version = ? WHERE id = ?")
                .params(version, saga)
                .update();
    }

    private static List<ConsumerRecord<String, byte[]>> refusalsFor(List<UUID> sagas) {
        List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
        for (UUID saga : sagas) {
            StepAttempt attempt = PlacedOrder.attempt(saga, "reserve", 1);
            records.add(received(PlacedOrder.record(
                    Topics.SAGA_REPLIES,
                    saga,
                    new ClaimRefused(attempt, ClaimRefusal.OUT_OF_STOCK, "sold out", "seat-1", null, null, null))));
        }
        return records;
    }

    private static ConsumerRecord<String, byte[]> received(ProducerRecord<String, byte[]> sent) {
        return new ConsumerRecord<>(
                sent.topic(),
                PARTITION,
                OFFSETS.getAndIncrement(),
                ConsumerRecord.NO_TIMESTAMP,
                TimestampType.NO_TIMESTAMP_TYPE,
                ConsumerRecord.NULL_SIZE,
                ConsumerRecord.NULL_SIZE,
                sent.key(),
                sent.value(),
                sent.headers(),
                Optional.empty());
    }

    private List<String> statuses(List<UUID> sagas) {
        return sagas.stream()
                .map(saga -> database.sql("SELECT status FROM saga WHERE id = ?")
                        .param(saga)
                        .query(String.class)
                        .single())
                .toList();
    }

    private long version(UUID saga) {
        return database.sql("SELECT version FROM saga WHERE id = ?")
                .param(saga)
                .query(Long.class)
                .single();
    }

    /** PostgreSQL keeps with every row which transaction wrote it. */
    private long transactionsThatWrote(List<UUID> sagas) {
        return database.sql("SELECT count(DISTINCT xmin::text) FROM saga WHERE id IN (:ids)")
                .param("ids", sagas)
                .query(Long.class)
                .single();
    }
}

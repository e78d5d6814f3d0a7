package dev.layeredsaga.engine.due;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.engine.EngineOnDatabase;
import dev.layeredsaga.engine.RecordingOutbox;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Three instances on one PostgreSQL, each with an outbox of its own that publishes what it has driven. */
class ThreeInstancesTest {

    private static final int SAGAS = 10_000;

    private final EngineOnDatabase database = EngineOnDatabase.empty();
    private final List<RecordingOutbox> outboxes =
            Stream.generate(RecordingOutbox::new).limit(3).toList();

    @Test
    void driveTenThousandSagasTogetherAndNoneTwice() {
        database.tripsDue(SAGAS);

        driveAllAtOnce();

        assertThat(commands()).hasSize(SAGAS).doesNotHaveDuplicates();
        assertThat(count("SELECT count(*) FROM saga WHERE attempt = 2 AND due_at > now()"))
                .isEqualTo(SAGAS);
        assertThat(count("SELECT count(*) FROM saga_attempt WHERE result = 'NO_ANSWER' AND attempt = 1"))
                .isEqualTo(SAGAS);
        assertThat(count("SELECT count(*) FROM saga WHERE version <> 2"))
                .as("sagas that were not locked once and driven once")
                .isZero();
        assertThat(outboxes).allSatisfy(outbox -> assertThat(outbox.published()).isNotEmpty());
    }

    private void driveAllAtOnce() {
        try (ExecutorService instances = Executors.newFixedThreadPool(outboxes.size())) {
            outboxes.forEach(outbox -> instances.execute(() -> driveAll(instance(outbox))));
        }
    }

    private static void driveAll(DueSagas instance) {
        boolean more = true;
        for (int turn = 0; more && turn < SAGAS; turn++) {
            more = instance.drive(() -> false);
        }
    }

    private DueSagas instance(RecordingOutbox outbox) {
        return new DueSagas(
                database.locks(),
                database.engineWith(outbox),
                database.transaction(),
                new DueLoopSettings(Duration.ofMillis(100), 50, Duration.ofSeconds(30)));
    }

    private List<String> commands() {
        return outboxes.stream()
                .flatMap(outbox -> outbox.published().stream())
                .filter(message -> message.type().equals("BookTrain"))
                .map(OutgoingMessage::key)
                .toList();
    }

    private long count(String sql) {
        return database.sql().sql(sql).query(Long.class).single();
    }
}

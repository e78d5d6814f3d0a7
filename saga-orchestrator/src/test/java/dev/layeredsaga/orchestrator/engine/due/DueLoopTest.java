package dev.layeredsaga.orchestrator.engine.due;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.orchestrator.engine.EngineOnDatabase;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;

class DueLoopTest {

    private static final DueLoopSettings SETTINGS =
            new DueLoopSettings(Duration.ofMillis(10), 10, Duration.ofSeconds(30));

    private final EngineOnDatabase database = EngineOnDatabase.empty();
    private final DueLoop loop =
            new DueLoop(new DueSagas(database.locks(), database.engine(), database.transaction(), SETTINGS), SETTINGS);

    @AfterEach
    void stop() {
        loop.stop();
    }

    @Test
    void drivesWhatBecomesDue() {
        UUID id = database.tripDueSince(Duration.ofSeconds(1));

        loop.start();

        await().until(() -> database.saga(id).attempt() == 2);
    }

    @Test
    void takesNothingOnceItHasStopped() {
        loop.start();
        loop.stop();

        UUID id = database.tripDueSince(Duration.ofSeconds(1));

        assertThat(loop.isRunning()).isFalse();
        assertThat(database.saga(id).attempt()).isEqualTo(1);
    }

    /** What it gives back, and what the listeners leave, is for the other instances, from the first moment on. */
    @Test
    void isTheFirstToStop() {
        assertThat(loop.getPhase()).isGreaterThan(AbstractMessageListenerContainer.DEFAULT_PHASE);
    }
}

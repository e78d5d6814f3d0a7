package dev.layeredsaga.engine.due;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.engine.EngineOnDatabase;
import dev.layeredsaga.engine.state.DueTimes;
import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;

class DueLoopTest {

    private static final DueLoopSettings SETTINGS =
            new DueLoopSettings(Duration.ofMillis(10), 10, Duration.ofSeconds(30));

    private final EngineOnDatabase database = EngineOnDatabase.empty();
    private final Heartbeats heartbeats = new Heartbeats();
    private final DueLoop loop = new DueLoop(
            new DueSagas(database.locks(), database.engine(), database.transaction(), SETTINGS),
            SETTINGS,
            new DueTimes(),
            heartbeats);

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

    /** The executor would not call it again, which would go unnoticed. */
    @Test
    void goesOnAfterAnError() {
        AtomicInteger turns = new AtomicInteger();
        DueSagas failing = new DueSagas(database.locks(), database.engine(), database.transaction(), SETTINGS) {

            @Override
            Duration untilNext() {
                return Duration.ZERO;
            }

            @Override
            boolean drive(BooleanSupplier stopping) {
                turns.incrementAndGet();
                throw new AssertionError("once in a while");
            }
        };
        DueLoop unlucky = new DueLoop(failing, SETTINGS, new DueTimes(), heartbeats);
        unlucky.start();
        try {
            await().until(() -> turns.get() > 2);
        } finally {
            unlucky.stop();
        }
    }

    @Test
    void takesNothingOnceItHasStopped() {
        loop.start();
        loop.stop();

        UUID id = database.tripDueSince(Duration.ofSeconds(1));

        assertThat(loop.isRunning()).isFalse();
        assertThat(database.saga(id).attempt()).isEqualTo(1);
    }

    /** Sagas given back by the loop and records left by the listeners go to other instances from the start. */
    @Test
    void isTheFirstToStop() {
        assertThat(loop.getPhase()).isGreaterThan(AbstractMessageListenerContainer.DEFAULT_PHASE);
    }
}

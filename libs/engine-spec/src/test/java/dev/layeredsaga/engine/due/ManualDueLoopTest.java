package dev.layeredsaga.engine.due;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.engine.EngineOnDatabase;
import dev.layeredsaga.engine.query.SagaView;
import dev.layeredsaga.engine.state.SagaStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ManualDueLoopTest {

    private final EngineOnDatabase database = EngineOnDatabase.empty();
    private final ManualDueLoop loop = database.loop();

    @Test
    void takesThePlaceOfTheLoop() {
        assertThat(database.has(DueSagas.class)).isTrue();
        assertThat(database.has(DueLoop.class)).isFalse();
    }

    @Test
    void drivesWhatIsDueAndNothingElse() {
        UUID due = database.tripDueSince(Duration.ofSeconds(1));
        UUID later = database.due(database.startedTrip(), Duration.ofHours(-1));

        loop.tick();

        assertThat(database.saga(due).attempt()).isEqualTo(2);
        assertThat(database.saga(later).attempt()).isEqualTo(1);
    }

    @Test
    void letsTimePassUntilTheNextAttemptAndUntilTheDeadline() {
        UUID trip = database.startedTrip();

        loop.tick(Duration.ofHours(1));
        assertThat(database.saga(trip).attempt()).isEqualTo(2);
        assertThat(database.saga(trip).status()).isEqualTo(SagaStatus.RUNNING);

        loop.tick(Duration.ofHours(24));
        SagaView compensating = database.saga(trip);
        assertThat(compensating.status()).isEqualTo(SagaStatus.COMPENSATING);
        assertThat(compensating.createdAt()).isBefore(Instant.now().minus(Duration.ofHours(24)));
        assertThat(compensating.timeline())
                .allSatisfy(attempt ->
                        assertThat(attempt.sentAt()).isBefore(Instant.now().minus(Duration.ofHours(23))));
    }
}

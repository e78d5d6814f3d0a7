package dev.layeredsaga.messaging.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.messaging.heartbeat.Heartbeats.Heartbeat;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

class HeartbeatsTest {

    private Duration now = Duration.ofDays(-1);
    private final Heartbeats heartbeats = new Heartbeats(() -> now.toNanos());
    private final LoopsHealth liveness = new LoopsHealth(heartbeats);

    @Test
    void takeLivenessDownWhileALoopHangsAndUpWhenItGoesOn() {
        Heartbeat hanging = heartbeats.register("due-loop", Duration.ofSeconds(30));
        Heartbeat other = heartbeats.register("reaper", Duration.ofSeconds(30));

        pass(Duration.ofSeconds(30));
        assertThat(liveness.health().getStatus()).isEqualTo(Status.UP);
        other.beat();
        pass(Duration.ofSeconds(1));

        Health down = liveness.health();
        assertThat(down.getStatus()).isEqualTo(Status.DOWN);
        assertThat(down.getDetails()).containsOnlyKeys("due-loop");
        assertThat(down.getDetails().get("due-loop")).asString().startsWith("31 s");

        hanging.beat();
        assertThat(liveness.health().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void expectNothingOfALoopThatHasEnded() {
        heartbeats.register("listener", Duration.ofSeconds(1)).close();

        pass(Duration.ofDays(1));

        assertThat(heartbeats.overdue()).isEmpty();
    }

    @Test
    void watchEachOfSeveralLoopsOfOneName() {
        heartbeats.register("listener", Duration.ofSeconds(1));
        Heartbeat second = heartbeats.register("listener", Duration.ofSeconds(1));
        pass(Duration.ofSeconds(2));
        second.beat();

        assertThat(heartbeats.overdue())
                .singleElement()
                .satisfies(loop -> assertThat(loop.age()).isEqualTo(Duration.ofSeconds(2)));
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }
}

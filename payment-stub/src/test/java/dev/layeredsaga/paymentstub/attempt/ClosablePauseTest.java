package dev.layeredsaga.paymentstub.attempt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.paymentstub.attempt.Pause.ClosablePause;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class ClosablePauseTest {

    private final ClosablePause pause = new ClosablePause();

    @Test
    void takesAtLeastItsTime() {
        long start = System.nanoTime();

        pause.pause(Duration.ofMillis(30));

        assertThat(System.nanoTime() - start)
                .isGreaterThanOrEqualTo(Duration.ofMillis(30).toNanos());
    }

    @Test
    void closingEndsEveryPause() throws InterruptedException {
        var waiting = Thread.ofVirtual().start(() -> pause.pause(Duration.ofHours(1)));

        pause.close();

        waiting.join();
    }

    @Test
    void anInterruptEndsThePauseAndIsNotLost() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> pause.pause(Duration.ofHours(1))).isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
    }
}

package dev.layeredsaga.testbed.failures.matrix.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BoundTest {

    private static final Limits LIMITS = new Limits(Duration.ofMinutes(2), Duration.ofMinutes(5));
    private static final Duration TEN = Duration.ofSeconds(10);

    @Test
    void followsFromWhatTheSystemIsSetTo() {
        assertThat(Bound.within(TEN).in(LIMITS)).hasSeconds(10);
        assertThat(Bound.afterDeadline(TEN).in(LIMITS)).hasSeconds(130);
        assertThat(Bound.afterCompensation(TEN).in(LIMITS)).hasSeconds(430);
    }

    @Test
    void isToldByWhatItFollowsFrom() {
        assertThat(Bound.within(TEN)).hasToString("10 s");
        assertThat(Bound.afterCompensation(TEN)).hasToString("deadline + compensation + 10 s");
    }
}

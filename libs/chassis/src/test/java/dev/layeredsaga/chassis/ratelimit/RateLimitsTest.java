package dev.layeredsaga.chassis.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.layeredsaga.chassis.security.Caller;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RateLimitsTest {

    private static final Caller MINA = new Caller("mina", false);
    private static final Caller JUNO = new Caller("juno", false);
    private static final Caller KIM = new Caller("kim", true);

    private final StoppedClock clock = new StoppedClock();
    private final RateLimits limits = new RateLimits(new RateLimitProperties(2, 3, 2, 1, 4), clock);

    @Test
    void letsABurstThroughAndThenSaysHowLongToWait() {
        takeAll(MINA, 3);

        assertThat(limits.take(MINA)).isEqualTo(Duration.ofMillis(500));
    }

    @Test
    void refillsEvenly() {
        takeAll(MINA, 3);

        clock.now += Duration.ofMillis(500).toNanos();

        takeAll(MINA, 1);
        assertThat(limits.take(MINA)).isPositive();
    }

    @Test
    void countsEachCallerForThemselves() {
        takeAll(MINA, 3);

        takeAll(JUNO, 3);
        takeAll(KIM, 4);
        assertThat(limits.take(KIM)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void distinguishesACustomerFromAnOperatorOfTheSameName() {
        takeAll(MINA, 3);

        takeAll(new Caller("mina", true), 4);
    }

    @Test
    void letsACustomerHaveSoManyRequestsUnderWayAndNoMore() {
        assertThat(limits.begin(MINA)).isTrue();
        assertThat(limits.begin(MINA)).isTrue();
        assertThat(limits.begin(MINA)).isFalse();
        assertThat(limits.begin(JUNO)).isTrue();

        limits.ended(MINA);

        assertThat(limits.begin(MINA)).isTrue();
        assertThat(limits.begin(MINA)).isFalse();
    }

    @Test
    void wantsEverySettingToAllowForSomething() {
        assertThatIllegalArgumentException().isThrownBy(() -> new RateLimitProperties(0, 1, 1, 1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new RateLimitProperties(1, 1, 1, 1, -1));
    }

    private void takeAll(Caller caller, int requests) {
        for (int i = 0; i < requests; i++) {
            assertThat(limits.take(caller)).isZero();
        }
    }

    private static final class StoppedClock implements TimeMeter {

        private long now = 1;

        @Override
        public long currentTimeNanos() {
            return now;
        }

        @Override
        public boolean isWallClockBased() {
            return false;
        }
    }
}

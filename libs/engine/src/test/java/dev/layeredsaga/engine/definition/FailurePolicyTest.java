package dev.layeredsaga.engine.definition;

import static dev.layeredsaga.engine.definition.Backoff.fixed;
import static dev.layeredsaga.engine.definition.Backoff.progressive;
import static dev.layeredsaga.engine.definition.FailurePolicy.retry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.layeredsaga.engine.state.Direction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FailurePolicyTest {

    @Test
    void readsAsASentence() {
        assertThat(retry().upTo(20).every(progressive()).thenAskAnOperator())
                .hasToString(
                        "retry up to 20 times, with progressive pauses and 10s for each answer, then ask an operator");
        assertThat(retry().forever().every(fixed(Duration.ofSeconds(5))))
                .hasToString("retry forever, with pauses of 5s and 10s for each answer");
        assertThat(retry().upTo(3)
                        .forAtMost(Duration.ofMinutes(90))
                        .within(Duration.ofMillis(500))
                        .exceptOn("SOLD_OUT")
                        .exceptOn(IOException.class)
                        .thenCompensate())
                .hasToString("retry up to 3 times within 1h30m, with progressive pauses and 0.5s for each answer,"
                        + " except on IOException, SOLD_OUT, then compensate");
        assertThat(retry())
                .hasToString("retry until the saga's deadline, with progressive pauses and 10s for each answer,"
                        + " then compensate");
        assertThat(PolicySettings.DEFAULT.byDefault(Direction.BACKWARD))
                .hasToString("retry for 5m, with progressive pauses and 10s for each answer,"
                        + " then alert an operator and go on");
    }

    @Test
    void leavesToTheOtherOnlyWhatItDoesNotSay() {
        FailurePolicy own = retry().within(Duration.ofSeconds(1)).upTo(2).exceptOn("SOLD_OUT");
        FailurePolicy other = retry().within(Duration.ofSeconds(7))
                .every(fixed(Duration.ofSeconds(3)))
                .upTo(9)
                .forAtMost(Duration.ofSeconds(8))
                .exceptOn("LATE")
                .exceptOn(IOException.class)
                .thenAskAnOperator();

        assertThat(own.over(other))
                .isEqualTo(own.every(other.pauses())
                        .forAtMost(Duration.ofSeconds(8))
                        .exceptOn(IOException.class)
                        .thenAskAnOperator());
        assertThat(retry().over(other)).isEqualTo(other);
        assertThat(own.over(null)).isEqualTo(own);
    }

    /** At a steady pace, a participant that is behind would be put behind further. */
    @Test
    void doublesTheTimeoutUpToAMinute() {
        FailurePolicy policy = retry().within(Duration.ofSeconds(20));

        assertThat(policy.timeoutAfter(Duration.ZERO)).hasSeconds(20);
        assertThat(policy.timeoutAfter(Duration.ofSeconds(20))).hasSeconds(40);
        assertThat(policy.timeoutAfter(Duration.ofSeconds(40))).hasSeconds(60);
        assertThat(retry().within(Duration.ofMinutes(2)).timeoutAfter(Duration.ofMinutes(2)))
                .hasMinutes(2);
    }

    @Test
    void knowsWhichExceptionsAreFinal() {
        FailurePolicy policy = retry().exceptOn(IOException.class).exceptOn(ArithmeticException.class);

        assertThat(policy.isFinal(new NoSuchFileException("a"))).isTrue();
        assertThat(policy.isFinal(new ArithmeticException())).isTrue();
        assertThat(policy.isFinal(new UncheckedIOException(new IOException()))).isFalse();
        assertThat(retry().isFinal(new IOException())).isFalse();
    }

    @Test
    void refusesWhatMakesNoSense() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> retry().upTo(0))
                .withMessage("a failure policy's attempts must be at least 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> retry().within(Duration.ZERO))
                .withMessage("a failure policy's timeout must be positive and at most an hour");
        assertThatIllegalArgumentException().isThrownBy(() -> retry().within(Duration.ofMinutes(61)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> retry().forAtMost(Duration.ZERO))
                .withMessage("a failure policy's limit must be positive");
    }
}

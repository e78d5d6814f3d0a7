package dev.layeredsaga.orchestrator.returnsaga;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.orchestrator.OrchestratorInstance;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.NestedExceptionUtils;

class ReturnSettingsTest {

    @ParameterizedTest
    @CsvSource({
        "saga.retention.keep=29d, PT696H, PT696H",
        "orchestrator.returns.goods-timeout=15d, PT720H, PT720H",
        "orchestrator.returns.window=16d, PT720H, PT744H"
    })
    void stopAServiceThatForgetsPaymentsWhileTheyCanBeRefunded(String setting, String kept, String needed) {
        assertThatThrownBy(() -> OrchestratorInstance.start("--" + setting).close())
                .extracting(failure -> NestedExceptionUtils.getMostSpecificCause((Throwable) failure)
                        .getMessage())
                .isEqualTo("saga.retention.keep (%s) must be longer than orchestrator.returns.window, ".formatted(kept)
                        + "orchestrator.returns.goods-timeout and a day (%s)".formatted(needed));
    }

    @Test
    void needNoPaymentsIfNothingCanBeReturned() {
        assertThat(new ReturnSettings(Duration.ofDays(14), Duration.ZERO).longest())
                .isZero();
    }
}

package dev.layeredsaga.testbed.failures.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChaosAuditTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--orders many",
                "--orders 0",
                "--duration soon",
                "--duration 1s",
                "--instances 9",
                "--without sunshine",
                "--sabotage everything",
                "--nonsense"
            })
    void refusesWhatMakesNoSense(String arguments) {
        assertThat(ChaosAudit.execute(arguments.split(" "))).isEqualTo(2);
    }
}

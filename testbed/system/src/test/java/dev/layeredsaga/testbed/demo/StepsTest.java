package dev.layeredsaga.testbed.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class StepsTest {

    @Test
    void showsRepetitionsRefusalsAndWhatWasCompensated() {
        Steps steps = steps("""
                [{"step": "reserve", "direction": "FORWARD", "attempt": 1, "result": "TRY_AGAIN"},
                 {"step": "reserve", "direction": "FORWARD", "attempt": 2, "result": "DONE"},
                 {"step": "pay", "direction": "FORWARD", "attempt": 1, "result": "REFUSED"},
                 {"step": "reserve", "direction": "BACKWARD", "attempt": 1, "result": "DONE"}]
                """);

        assertThat(steps.inWords()).isEqualTo("reserve (×2) › pay ✗ › release");
    }

    @Test
    void showsHowOftenTheGatewayWasAskedWithinOneAttempt() {
        Steps steps = steps("""
                [{"step": "reserve", "direction": "FORWARD", "attempt": 1, "result": "DONE"},
                 {"step": "pay", "direction": "FORWARD", "attempt": 1, "result": "DONE"}]
                """);

        assertThat(steps.inWords()).isEqualTo("reserve › pay (×3)");
    }

    private static Steps steps(String json) {
        return new Steps(JsonMapper.shared().readTree(json), 3);
    }
}

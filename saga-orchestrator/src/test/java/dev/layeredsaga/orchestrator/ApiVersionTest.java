package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.orchestrator.Api.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The header {@code API-Version}. */
class ApiVersionTest {

    private final Api api = OrchestratorInstance.shared().api();

    @ParameterizedTest
    @ValueSource(strings = {"1", "1.0"})
    void hasTheFirstVersion(String version) {
        assertThat(ask(version).status()).isEqualTo(200);
    }

    @Test
    void takesTheFirstVersionIfNoneIsNamed() {
        assertThat(api.get("/sagas").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "1.1", "latest", "", "1, 2"})
    void refusesAVersionThatItDoesNotHave(String version) {
        Answer answer = ask(version);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("VALIDATION_FAILED");
        assertThat(answer.body().at("/errors/0/field").asString()).isEqualTo("API-Version");
    }

    private Answer ask(String version) {
        return api.get("/sagas", "API-Version", version);
    }
}

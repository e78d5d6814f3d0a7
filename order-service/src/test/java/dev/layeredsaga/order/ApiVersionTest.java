package dev.layeredsaga.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.order.Api.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The header {@code API-Version}. */
class ApiVersionTest {

    private final Api api = OrderServiceInstance.shared().api();

    @ParameterizedTest
    @ValueSource(strings = {"1", "1.0"})
    void hasTheFirstVersion(String version) {
        assertThat(ask(version).status()).isEqualTo(200);
    }

    @Test
    void takesTheFirstVersionIfNoneIsNamed() {
        assertThat(api.get("/products").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "1.1", "latest", "", "1, 2"})
    void refusesAVersionThatItDoesNotHave(String version) {
        Answer answer = ask(version);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("VALIDATION_FAILED");
        assertThat(answer.body().at("/errors/0/field").asString()).isEqualTo("API-Version");
    }

    /** Checks that programs which watch the service need not know of versions. */
    @Test
    void asksNoClientForTheVersionOfHealth() {
        Answer health = api.send(api.request("/actuator/health").header("API-Version", "2"));

        assertThat(health.status()).isEqualTo(200);
    }

    private Answer ask(String version) {
        return api.send(api.request("/products").header("API-Version", version));
    }
}

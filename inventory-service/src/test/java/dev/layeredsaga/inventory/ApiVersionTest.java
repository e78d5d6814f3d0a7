package dev.layeredsaga.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The header {@code API-Version}. */
class ApiVersionTest {

    private final InventoryClient inventory = RunningInventory.shared().client();

    @ParameterizedTest
    @ValueSource(strings = {"1", "1.0"})
    void hasTheFirstVersion(String version) {
        assertThat(ask(version).status()).isEqualTo(200);
    }

    @Test
    void takesTheFirstVersionIfNoneIsNamed() {
        assertThat(inventory.get("/items").status()).isEqualTo(200);
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
        return inventory.send("GET", "/items", "", Map.of("API-Version", version));
    }
}

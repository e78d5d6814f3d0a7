package dev.layeredsaga.orchestrator.console.saga;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.engine.query.SagaFilter;
import dev.layeredsaga.engine.state.SagaStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SagaListRequestTest {

    private static final Instant NOW = Instant.parse("2026-11-21T09:00:00Z");

    @Test
    void writesItsAddressSoThatNothingInItHasAMeaning() {
        SagaListRequest request = request("status", "STUCK", "step", "a&b=c {x}", "waiting", "true");

        assertThat(request.url("/console/sagas", "7"))
                .isEqualTo("/console/sagas?status=STUCK&step=a%26b%3Dc%20%7Bx%7D&waiting=true&after=7");
        assertThat(request().url("/console/sagas", "")).isEqualTo("/console/sagas");
    }

    @Test
    void readsItsFilter() {
        SagaFilter filter = request(
                        "status",
                        "STUCK",
                        "waiting",
                        "true",
                        "reason",
                        "OUT_OF_STOCK",
                        "text",
                        "room 7",
                        "customer",
                        "a\"b",
                        "sku",
                        "seat-1",
                        "age",
                        "10m")
                .filter(NOW);

        assertThat(filter)
                .isEqualTo(new SagaFilter(
                        SagaStatus.STUCK,
                        null,
                        null,
                        true,
                        NOW.minus(Duration.ofMinutes(10)),
                        new SagaFilter.Content(
                                "OUT_OF_STOCK", List.of("\"customerId\":\"a\\\"b\"", "\"sku\":\"seat-1\""), "room 7")));
        assertThat(request("step", "pay").filter(NOW)).isEqualTo(new SagaFilter(null, "pay", null));
    }

    @Test
    void namesEveryProblem() {
        assertThat(request().problems()).isEmpty();
        assertThat(request(
                                "status",
                                "stuck",
                                "waiting",
                                "yes",
                                "reason",
                                "-",
                                "size",
                                "7",
                                "age",
                                "old",
                                "text",
                                "\u0000",
                                "after",
                                "1-1-1-1-1")
                        .problems())
                .hasSize(7)
                .first()
                .asString()
                .contains("'stuck' is no status; there are RUNNING");
    }

    /** An action on such a filter would otherwise mean all sagas. */
    @Test
    void meansNoSagaIfSomethingIsWrong() {
        SagaListRequest request = request("status", "stuck");

        assertThat(request.isNarrow()).isFalse();
        assertThat(request.filter(NOW).before()).isEqualTo(Instant.EPOCH);
        assertThat(request("size", "500").isNarrow()).isFalse();
        assertThat(request("customer", "mina").isNarrow()).isTrue();
    }

    private static SagaListRequest request(String... parameters) {
        Map<String, String> byName = new HashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            byName.put(parameters[i], parameters[i + 1]);
        }
        return new SagaListRequest(byName);
    }
}

package dev.layeredsaga.console.saga;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.console.SagaContent;
import dev.layeredsaga.engine.query.SagaFilter;
import dev.layeredsaga.engine.state.SagaStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SagaListRequestTest {

    private static final SagaContent RENTALS = new SagaContent() {
        @Override
        public List<Filter> filters() {
            return List.of(new Filter("car", "Car", 9));
        }

        @Override
        public List<String> data(Map<String, String> texts) {
            return texts.values().stream()
                    .filter(text -> !text.isEmpty())
                    .map(text -> "car " + text)
                    .toList();
        }

        @Override
        public List<String> reasons() {
            return List.of("OUT_OF_STOCK");
        }
    };

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
                        "car",
                        "a\"b",
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
                        new SagaFilter.Content("OUT_OF_STOCK", List.of("car a\"b"), "room 7")));
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
                                "car",
                                "\u0000",
                                "after",
                                "1-1-1-1-1")
                        .problems())
                .hasSize(8)
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
        assertThat(request("car", "7").isNarrow()).isTrue();
    }

    private static SagaListRequest request(String... parameters) {
        Map<String, String> byName = new HashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            byName.put(parameters[i], parameters[i + 1]);
        }
        return new SagaListRequest(byName, RENTALS);
    }
}

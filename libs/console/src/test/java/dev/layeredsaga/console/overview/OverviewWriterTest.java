package dev.layeredsaga.console.overview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.engine.query.UnfinishedSagas;
import dev.layeredsaga.engine.state.Pauses;
import dev.layeredsaga.engine.state.SagaStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OverviewWriterTest {

    private static final Instant NOW = Instant.parse("2026-11-25T04:00:00Z");
    private static final OptionalDouble NONE = OptionalDouble.empty();

    @Test
    void saysNothingIsWrongWhenNothingIs() {
        Overview overview = overview(new Numbers(
                NOW,
                List.of(new UnfinishedSagas.Count(SagaStatus.RUNNING, 7, 2)),
                null,
                List.of(),
                List.of(),
                null,
                List.of(),
                measured(3, 0.2, 0, 0.1),
                List.of(),
                List.of()));

        assertThat(overview.findings()).isEmpty();
        assertThat(overview.health()).isEqualTo("Healthy");
        assertThat(overview.tiles()).noneMatch(Overview.Tile::alarming);
        assertThat(value(overview, "running")).isEqualTo("7");
        assertThat(value(overview, "waiting")).isEqualTo("2");
        assertThat(value(overview, "outbox")).isEqualTo("3");
        assertThat(value(overview, "oldest")).isEqualTo("none");
    }

    @Test
    void saysWhatIsWrongInWordsTheWorstFirst() {
        UUID oldest = UUID.fromString("0198a000-0000-4000-8000-000000000000");
        Overview overview = overview(new Numbers(
                NOW,
                List.of(new UnfinishedSagas.Count(SagaStatus.STUCK, 5, 4)),
                new UnfinishedSagas.Oldest(oldest, Duration.ofHours(3)),
                List.of(
                        new UnfinishedSagas.Group("gateway unreachable", 3, Duration.ofMinutes(12)),
                        new UnfinishedSagas.Group(null, 1, Duration.ofSeconds(5))),
                List.of(),
                null,
                List.of(),
                measured(90, 40, 4, 75),
                List.of(),
                List.of(
                        part(50, new Overview.Finding(false, "locks are degraded", null)),
                        part(85, new Overview.Finding(true, "2 dead letters open", null)))));

        assertThat(overview.findings())
                .extracting(Overview.Finding::text)
                .containsExactly(
                        "3 sagas stuck for 12 min: gateway unreachable",
                        "1 saga stuck for 5 s",
                        "1 further saga stuck for other reasons",
                        "2 dead letters open",
                        "4 messages cannot be sent: topic missing or forbidden, or refused",
                        "the outbox's oldest message has waited for 40 s",
                        "sagas that are due are driven 1 min 15 s late",
                        "locks are degraded",
                        "2000 messages from other services not handled yet");
        assertThat(overview.health()).isEqualTo("Failing");
        assertThat(overview.findings().getFirst().href())
                .isEqualTo("/console/sagas?status=STUCK&text=gateway%20unreachable");
        assertThat(overview.tiles())
                .filteredOn(Overview.Tile::alarming)
                .extracting(Overview.Tile::id)
                .containsExactly("stuck", "part-50", "outbox", "consumer-lag", "part-85");
        assertThat(overview.tiles())
                .filteredOn(tile -> tile.id().equals("oldest"))
                .extracting(Overview.Tile::href)
                .containsExactly("/console/sagas/" + oldest);
    }

    /** The gateway is down, and its orders are tried again: no operator has to come yet. */
    @Test
    void isDegradedWhileSagasRetry() {
        Overview overview = overview(new Numbers(
                NOW,
                List.of(new UnfinishedSagas.Count(SagaStatus.RUNNING, 3, 3)),
                null,
                List.of(),
                List.of(
                        new UnfinishedSagas.Group("its circuit breaker is open", 3, Duration.ofMinutes(5)),
                        new UnfinishedSagas.Group(null, 1, Duration.ofMinutes(1))),
                null,
                List.of(),
                new Numbers.Measured(NONE, NONE, NONE, NONE, NONE, NONE, List.of("payment-gateway")),
                List.of(),
                List.of()));

        assertThat(overview.health()).isEqualTo("Degraded");
        assertThat(overview.findings())
                .extracting(Overview.Finding::text)
                .containsExactly(
                        "3 sagas retrying for 5 min: its circuit breaker is open",
                        "1 saga retrying for 1 min: no answer",
                        "the circuit breaker of payment-gateway is open");
        assertThat(overview.findings().getFirst().href())
                .isEqualTo("/console/sagas?waiting=true&text=its%20circuit%20breaker%20is%20open");
    }

    /** The inventory is dead, or its replies get lost. */
    @Test
    void isDegradedWhenNothingComesFromATopicThatSagasWaitFor() {
        assertThat(silent(40, Duration.ofSeconds(90)))
                .containsExactly("3 sagas waiting for 1 min 30 s: no reply on saga.replies");
    }

    @Test
    void isHealthyWhenNothingWaitsForASilentTopicOrOthersAreAnswered() {
        assertThat(silent(28_800, null)).isEmpty();
        assertThat(silent(2, Duration.ofSeconds(90))).isEmpty();
    }

    /** Returns the findings so many seconds after the last reply, when three sagas have waited for so long. */
    private static List<String> silent(double seconds, @Nullable Duration waiting) {
        Overview overview = overview(new Numbers(
                NOW,
                List.of(),
                null,
                List.of(),
                List.of(),
                waiting == null ? null : new UnfinishedSagas.Group(null, 3, waiting),
                List.of(),
                new Numbers.Measured(NONE, NONE, NONE, NONE, NONE, OptionalDouble.of(seconds), List.of()),
                List.of(),
                List.of()));
        assertThat(overview.health()).isNotEqualTo("Failing");
        return overview.findings().stream().map(Overview.Finding::text).toList();
    }

    @Test
    void saysWhatIsPaused() {
        Overview overview = overview(new Numbers(
                NOW,
                List.of(),
                null,
                List.of(),
                List.of(),
                null,
                List.of(
                        new Pauses.Pause("order", "pay", false, "kim", "the gateway lies", NOW.minusSeconds(300)),
                        new Pauses.Pause("trip", null, false, "lee", "strike", NOW.minusSeconds(60))),
                measured(0, 0, 0, 0),
                List.of(),
                List.of()));

        assertThat(overview.findings())
                .extracting(Overview.Finding::text)
                .containsExactly(
                        "paused: order, step pay, for 5 min, by kim: the gateway lies",
                        "paused: trip, for 1 min, by lee: strike");
        assertThat(overview.findings().getFirst().href())
                .isEqualTo("/console/sagas?waiting=true&text=paused%20by%20kim%3A%20the%20gateway%20lies");
    }

    @Test
    void doesNotTakeAnUnknownValueForNone() {
        Overview overview = overview(new Numbers(
                NOW,
                List.of(),
                null,
                List.of(),
                List.of(),
                null,
                List.of(),
                new Numbers.Measured(NONE, NONE, NONE, NONE, NONE, NONE, List.of()),
                List.of(),
                List.of()));

        assertThat(value(overview, "outbox")).isEqualTo("?");
        assertThat(value(overview, "consumer-lag")).isEqualTo("?");
    }

    private static OverviewPart.Shown part(int place, Overview.Finding finding) {
        return new OverviewPart.Shown(
                List.of(finding), List.of(new Overview.Tile(place, "part-" + place, "", "", "", null, true)));
    }

    private static Overview overview(Numbers numbers) {
        return new OverviewWriter(numbers).overview();
    }

    private static String value(Overview overview, String id) {
        return overview.tiles().stream()
                .filter(tile -> tile.id().equals(id))
                .map(Overview.Tile::value)
                .findFirst()
                .orElseThrow();
    }

    private static Numbers.Measured measured(double unsent, double age, double stuck, double lag) {
        return new Numbers.Measured(
                OptionalDouble.of(unsent),
                OptionalDouble.of(age),
                OptionalDouble.of(stuck),
                OptionalDouble.of(lag),
                OptionalDouble.of(stuck * 500),
                NONE,
                List.of());
    }
}

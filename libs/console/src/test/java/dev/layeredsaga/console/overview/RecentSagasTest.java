package dev.layeredsaga.console.overview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.engine.query.SagaThroughput.Interval;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecentSagasTest {

    private static final Instant NOW = Instant.parse("2026-11-28T04:00:00Z");

    @Test
    void seesThatMoreAreCompensatedThanBefore() {
        assertThat(RecentSagas.of(sagas(12, 200, 24, 200), NOW).jumpOfCompensations())
                .hasValue("24 of the 160 sagas that ended in the last minute were compensated; before, 3 of 100");
        assertThat(RecentSagas.of(sagas(12, 200, 12, 200), NOW).jumpOfCompensations())
                .isEmpty();
    }

    @Test
    void seesThatHalfAreCompensatedHoweverLong() {
        assertThat(RecentSagas.of(sagas(240, 200, 80, 200), NOW).jumpOfCompensations())
                .hasValue("80 of the 160 sagas that ended in the last minute were compensated; before, 50 of 100");
    }

    @Test
    void makesNothingOfOneSlowSagaAmongOthers() {
        List<Interval> intervals = new ArrayList<>(sagas(0, 400, 0, 400));
        intervals.set(intervals.size() - 1, interval(3, 1, 0, 9_000));

        assertThat(RecentSagas.of(intervals, NOW).jumpOfLatency()).isEmpty();
    }

    @Test
    void knowsNothingOfBeforeAfterAStart() {
        assertThat(RecentSagas.of(List.of(interval(0, 20, 12, 200)), NOW).jumpOfCompensations())
                .hasValue("12 of the 20 sagas that ended in the last minute were compensated");
    }

    @Test
    void makesNothingOfAFew() {
        assertThat(RecentSagas.of(List.of(interval(0, 4, 4, 9_000)), NOW)).satisfies(recent -> {
            assertThat(recent.jumpOfCompensations()).isEmpty();
            assertThat(recent.jumpOfLatency()).isEmpty();
        });
    }

    @Test
    void seesThatTheyTakeLongerThanBefore() {
        assertThat(RecentSagas.of(sagas(0, 400, 0, 4_000), NOW).jumpOfLatency())
                .hasValue("sagas take longer: p95 4 s in the last minute, 400 ms before");
        assertThat(RecentSagas.of(sagas(0, 400, 0, 1_100), NOW).jumpOfLatency()).isEmpty();
        assertThat(RecentSagas.of(sagas(0, 100, 0, 900), NOW).jumpOfLatency()).isEmpty();
    }

    /** Twelve intervals of 40 sagas before the last minute, and four in it. */
    private static List<Interval> sagas(int before, int p95Before, int last, int p95Last) {
        List<Interval> all = new ArrayList<>();
        IntStream.range(4, 16).forEach(i -> all.add(interval(i, 40, before / 12, p95Before)));
        IntStream.range(0, 4).forEach(i -> all.add(interval(i, 40, last / 4, p95Last)));
        return all;
    }

    private static Interval interval(int ago, long ended, long compensated, int p95) {
        Instant from = NOW.minus(ThroughputReader.INTERVAL.multipliedBy(ago + 1L));
        return new Interval(from, ended, compensated, Duration.ofMillis(p95 / 2), Duration.ofMillis(p95));
    }
}

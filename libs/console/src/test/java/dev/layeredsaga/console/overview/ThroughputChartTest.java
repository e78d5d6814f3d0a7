package dev.layeredsaga.console.overview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.engine.query.SagaThroughput.Interval;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThroughputChartTest {

    private static final Instant NOW = Instant.parse("2026-11-25T04:00:07Z");

    @Test
    void drawsEveryIntervalAtItsTime() {
        ThroughputChart chart = ThroughputChart.of(
                List.of(interval("2026-11-25T03:45:15Z", 15, 100, 200), interval("2026-11-25T04:00:00Z", 60, 300, 400)),
                NOW);

        assertThat(chart.bars()).extracting(ThroughputChart.Bar::x).containsExactly(70L, 915L);
        assertThat(chart.bars()).extracting(ThroughputChart.Bar::height).containsExactly(27L, 110L);
        assertThat(chart.p95()).isEqualTo("70,71 82,71 915,16 927,16");
        assertThat(chart.median()).isEqualTo("70,99 82,99 915,44 927,44");
        assertThat(chart.mostEnded()).isEqualTo("4.0/s");
        assertThat(chart.longest()).isEqualTo("400 ms");
        assertThat(chart.title()).isEqualTo("75 sagas ended in the last 15 minutes, p95 400 ms at most");
    }

    /** A line of one point would not be drawn. */
    @Test
    void drawsALineOfTheOnlyInterval() {
        ThroughputChart chart = ThroughputChart.of(List.of(interval("2026-11-25T04:00:00Z", 60, 300, 400)), NOW);

        assertThat(chart.p95()).isEqualTo("915,16 927,16");
    }

    @Test
    void saysThatNothingHasEnded() {
        assertThat(ThroughputChart.of(List.of(), NOW).title()).isEqualTo("No saga has ended in the last 15 minutes");
    }

    private static Interval interval(String from, long ended, long median, long p95) {
        return new Interval(Instant.parse(from), ended, 0, Duration.ofMillis(median), Duration.ofMillis(p95));
    }
}

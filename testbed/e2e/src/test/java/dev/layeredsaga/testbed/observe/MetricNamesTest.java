package dev.layeredsaga.testbed.observe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MetricNamesTest {

    @Test
    void findsWhatAnExpressionIsAbout() {
        assertThat(
                        MetricNames.in(
                                "histogram_quantile(0.99, sum by (le, outcome) (rate(orders_duration_seconds_bucket{a=\"b_c\"}[5m])))"))
                .containsExactly("orders_duration_seconds_bucket");
        assertThat(MetricNames.in("max(a_total) > 0 and on (job) increase(b_total[1h]) / 1e3 or vector(0)"))
                .containsExactly("a_total", "b_total");
        assertThat(MetricNames.in("sum(rate(a_sum[$__rate_interval])) without (x) - up"))
                .containsExactly("a_sum", "up");
    }
}

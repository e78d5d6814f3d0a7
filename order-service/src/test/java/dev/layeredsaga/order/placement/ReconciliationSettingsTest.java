package dev.layeredsaga.order.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class ReconciliationSettingsTest {

    private static final ReconciliationSettings DEFAULTS = new Binder(new MapConfigurationPropertySource(Map.of()))
            .bindOrCreate("order.reconciliation", ReconciliationSettings.class);

    /** An order that a restored database has lost the events of waits no longer than this for them. */
    @ParameterizedTest
    @CsvSource({"PT1M, PT30S", "PT4M, PT1M", "PT20M, PT5M", "PT2H, PT10M"})
    void triesAgainAfterAQuarterOfAnOrdersAge(Duration age, Duration next) {
        assertThat(DEFAULTS.untilNextAttempt(age)).isEqualTo(next);
    }
}

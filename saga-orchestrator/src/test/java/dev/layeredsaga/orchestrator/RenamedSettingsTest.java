package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

@ExtendWith(OutputCaptureExtension.class)
class RenamedSettingsTest {

    private final StandardEnvironment environment = new StandardEnvironment();

    @Test
    void areReadByTheirEarlierNamesUnlessTheyAreSetByTheirOwn(CapturedOutput output) {
        add(Map.of(
                "orchestrator.due-loop.interval", "3s",
                "orchestrator.compensation-timeout", "7m",
                "orchestrator.payment.participant", "kafka",
                "saga.compensation-timeout", "9m"));
        environment
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource(
                        "variables-systemEnvironment",
                        Map.of(
                                "ORCHESTRATOR_DUELOOP_LOCKTIMEOUT",
                                "11s",
                                "ORCHESTRATOR_ALLOWUNKNOWNDEFINITIONS",
                                "true")));

        process();

        Binder binder = Binder.get(environment);
        assertThat(binder.bind("saga.due-loop.interval", Duration.class).get()).isEqualTo(Duration.ofSeconds(3));
        assertThat(binder.bind("saga.due-loop.lock-timeout", Duration.class).get())
                .isEqualTo(Duration.ofSeconds(11));
        assertThat(binder.bind("saga.compensation-timeout", Duration.class).get())
                .isEqualTo(Duration.ofMinutes(9));
        assertThat(environment.resolvePlaceholders("${saga.allow-unknown-definitions:false}"))
                .isEqualTo("true");
        assertThat(binder.bind("saga.payment.participant", String.class).isBound())
                .isFalse();
        assertThat(output).contains("saga.compensation-timeout", "saga.due-loop.interval");
    }

    @Test
    void areNotMentionedIfTheirEarlierNamesAreNotUsed(CapturedOutput output) {
        add(Map.of("saga.due-loop.interval", "3s"));

        process();

        assertThat(output).doesNotContain("renamed");
    }

    private void add(Map<String, Object> settings) {
        environment.getPropertySources().addFirst(new MapPropertySource("test", settings));
    }

    private void process() {
        ConfigurationPropertySources.attach(environment);
        RenamedSettings.addTo(environment);
    }
}

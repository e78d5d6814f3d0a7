package dev.layeredsaga.chassis.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertiesPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.DefaultResourceLoader;

/** The known settings are those of the chassis and of messaging. */
class UnknownSettingTest {

    private final KnownSettings known = KnownSettings.onClassPath(new DefaultResourceLoader());

    @ParameterizedTest
    @CsvSource({
        "messaging.outbox.sweep-intervall, messaging.outbox.sweep-interval",
        "messaging.outbox.sweepage.seconds, messaging.outbox.sweep-age",
        "messaging.startup.wiat, messaging.startup.wait",
        "messaging.startup.patience, messaging.startup.wait",
        "messaging.inbox.intervall, messaging.inbox.interval",
        "rate-limit.customers-per-second, rate-limit.customer-per-second",
        "http.healthport2, http.health-port",
        "mesaging.topics.partitions, messaging.topics.partitions",
        "messaging.partitions, messaging.topics.partitions"
    })
    void namesTheNearestSetting(String name, String nearest) {
        assertThat(found(file(name)))
                .singleElement()
                .satisfies(unknown -> assertThat(unknown.nearest()).isEqualTo(nearest));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "messaging.outbox.sweep-interval",
                "messaging.outbox.sweepInterval",
                "messaging.outbox.sweep_interval",
                "MESSAGING.OUTBOX.SWEEPINTERVAL",
                "messaging.startup.wait",
                "messaging.inbox.interval",
                "messaging.outbox",
                "rate-limit.customer-burst",
                "http.max-buffered-bodies",
                "spring.kafka.properties.messaging.outbox",
                "server.port",
                "orchestrator.retention.keep"
            })
    void saysNothingOfASettingThatIsReadOrThatIsNotOurs(String name) {
        assertThat(found(file(name))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "MESSAGING_OUTBOX_SWEEPINTERVALL, messaging.outbox.sweep-interval",
        "MESSAGING_OUTBOX_SWEEP_INTERVALL, messaging.outbox.sweep-interval",
        "RATE_LIMIT_CUSTOMER_BURTS, rate-limit.customer-burst",
        "HTTP_HEALTPORT, http.health-port",
        "messaging_startup_wiat, messaging.startup.wait"
    })
    void knowsTheSpellingOfVariables(String variable, String nearest) {
        assertThat(found(variables(variable)))
                .singleElement()
                .satisfies(unknown -> assertThat(unknown.nearest()).isEqualTo(nearest));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MESSAGING_OUTBOX_SWEEPINTERVAL",
                "MESSAGING_OUTBOX_SWEEP_INTERVAL",
                "RATELIMIT_CUSTOMERBURST",
                "RATE_LIMIT_CUSTOMER_BURST",
                "HTTP_HEALTHPORT",
                "HTTP_PROXY",
                "http_proxy",
                "MESSAGING_SERVICE_HOST",
                "MESSAGING_SERVICE_PORT_HTTP",
                "MESSAGING_PORT_8080_TCP_ADDR",
                "MESSAGING_SERVICE_SERVICE_PORT",
                "PATH",
                "_"
            })
    void saysNothingOfARightVariableOrOfThoseOfOthers(String variable) {
        assertThat(found(variables(variable))).isEmpty();
    }

    /** In a file the same names can only be meant for us. */
    @Test
    void leavesTheJvmItsOwnProperties() {
        Properties properties = new Properties();
        properties.setProperty("http.proxyHost", "proxy");
        properties.setProperty("http.nonProxyHosts", "localhost");
        properties.setProperty("http.max-concurrent-request", "5");
        properties.setProperty("messaging.topics.partition", "5");

        assertThat(found(new PropertiesPropertySource(
                        StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME, properties)))
                .extracting(UnknownSetting::nearest)
                .containsExactlyInAnyOrder("http.max-concurrent-requests", "messaging.topics.partitions");
        assertThat(found(file("http.proxyHost"))).hasSize(1);
    }

    @Test
    void saysEachNameOnceWithThePlaceThatTakesEffect() {
        assertThat(found(
                        new MapPropertySource("first", Map.of("messaging.inbox.retain", "9d")),
                        new MapPropertySource("second", Map.of("messaging.inbox.retain", "8d"))))
                .singleElement()
                .satisfies(unknown ->
                        assertThat(unknown.place()).contains("\"first\"").doesNotContain("9d", "second"));
    }

    private List<UnknownSetting> found(PropertySource<?>... sources) {
        StandardEnvironment environment = new StandardEnvironment();
        MutablePropertySources all = environment.getPropertySources();
        all.stream().map(PropertySource::getName).toList().forEach(all::remove);
        List.of(sources).forEach(all::addLast);
        return List.copyOf(UnknownSetting.in(environment, known));
    }

    private static PropertySource<?> file(String name) {
        return new MapPropertySource("file", Map.of(name, "1"));
    }

    private static PropertySource<?> variables(String name) {
        return new SystemEnvironmentPropertySource(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, Map.of(name, "1"));
    }
}

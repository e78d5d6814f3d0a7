package dev.layeredsaga.orchestrator;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/** Reads settings of the engine by their earlier names below {@code orchestrator}, unless they are set by their own below {@code saga}. */
final class RenamedSettings implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    private static final Logger log = LoggerFactory.getLogger(RenamedSettings.class);

    private static final List<ConfigurationPropertyName> EARLIER = Stream.of(
                    "due-loop", "retention", "undrivable", "compensation-timeout", "allow-unknown-definitions")
            .map(name -> ConfigurationPropertyName.of("orchestrator." + name))
            .toList();

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        addTo(context.getEnvironment());
    }

    static void addTo(ConfigurableEnvironment environment) {
        Map<String, Object> renamed = new TreeMap<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource settings) {
                settings.stream()
                        .filter(name -> EARLIER.stream().anyMatch(old -> old.equals(name) || old.isAncestorOf(name)))
                        .forEach(name -> renamed.putIfAbsent(
                                "saga." + name.subName(1),
                                Objects.requireNonNull(settings.getConfigurationProperty(name))
                                        .getValue()));
            }
        }
        if (!renamed.isEmpty()) {
            environment.getPropertySources().addLast(new MapPropertySource("renamed settings", renamed));
            log.warn("settings below 'orchestrator' have been renamed; set {}", renamed.keySet());
        }
    }
}

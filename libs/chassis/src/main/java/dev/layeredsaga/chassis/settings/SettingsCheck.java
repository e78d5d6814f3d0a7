package dev.layeredsaga.chassis.settings;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Warns, one line each, about settings that look like ours but that nothing reads, and names the most similar one. Runs before
 * the check of the required servers, which may wait because of such a setting.
 */
@Order(Ordered.LOWEST_PRECEDENCE - 1)
public final class SettingsCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    private static final Logger log = LoggerFactory.getLogger(SettingsCheck.class);

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        UnknownSetting.in(context.getEnvironment(), KnownSettings.onClassPath(context))
                .forEach(unknown -> log.warn(
                        "unknown setting {} in {}: nothing reads it; did you mean {}?",
                        unknown.name(),
                        unknown.place(),
                        unknown.nearest()));
    }
}

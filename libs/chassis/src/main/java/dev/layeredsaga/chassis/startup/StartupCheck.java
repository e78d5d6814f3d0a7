package dev.layeredsaga.chassis.startup;

import dev.layeredsaga.messaging.failure.StartupException;
import dev.layeredsaga.messaging.settings.MessagingProperties.StartupSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Checks that the required servers are reachable before any bean is created; reports a missing server and its address in one
 * line. Runs after all initializers that may change the environment. Skips contexts without auto-configuration (slice tests).
 */
@Order(Ordered.LOWEST_PRECEDENCE)
public final class StartupCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    private static final Logger log = LoggerFactory.getLogger(StartupCheck.class);

    /** @throws StartupException if a server stays unreachable for longer than {@code messaging.startup.wait} */
    @Override
    public void initialize(ConfigurableApplicationContext context) {
        Environment environment = context.getEnvironment();
        StartupSettings settings = RequiredServers.bound(environment, "messaging.startup", StartupSettings.class);
        if (!settings.enabled()
                || !environment.getProperty("spring.boot.enableautoconfiguration", Boolean.class, true)) {
            return;
        }
        try {
            new ServerWatch(settings.timeout(), new ServerWatch.Time(), log::warn)
                    .awaitAll(RequiredServers.namedIn(environment));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartupException("interrupted");
        }
    }
}

package dev.layeredsaga.chassis.startup;

import dev.layeredsaga.messaging.failure.StartupException;
import dev.layeredsaga.messaging.settings.MessagingProperties.StartupSettings;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * Checks that the required servers are reachable before any bean is created; reports a missing server and its address in one
 * line. Skips contexts without auto-configuration (slice tests).
 */
public final class StartupCheck implements ApplicationContextInitializer<ConfigurableApplicationContext>, Ordered {

    private static final Logger log = LoggerFactory.getLogger(StartupCheck.class);

    /** @throws StartupException if a server stays unreachable for longer than {@code messaging.startup.wait} */
    @Override
    public void initialize(ConfigurableApplicationContext context) {
        Environment environment = context.getEnvironment();
        StartupSettings settings = settings(environment);
        if (!settings.enabled()
                || !environment.getProperty("spring.boot.enableautoconfiguration", Boolean.class, true)) {
            return;
        }
        try {
            new ServerWatch(settings.patience(), new RealTime(), log::warn)
                    .awaitAll(RequiredServers.namedIn(environment));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartupException("interrupted");
        }
    }

    private static StartupSettings settings(Environment environment) {
        try {
            return Binder.get(environment).bindOrCreate("messaging.startup", StartupSettings.class);
        } catch (BindException e) {
            throw new StartupException(e.getName() + " is malformed: " + Reasons.of(e));
        }
    }

    /** Runs after all initializers that may change the environment. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }

    private static final class RealTime implements ServerWatch.Time {

        @Override
        public Duration now() {
            return Duration.ofNanos(System.nanoTime());
        }

        @Override
        public void pass(Duration duration) throws InterruptedException {
            Thread.sleep(duration);
        }
    }
}

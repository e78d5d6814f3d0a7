package dev.layeredsaga.testbed.system;

import java.util.Map;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.logging.LogFile;
import org.springframework.boot.logging.LoggingInitializationContext;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** The log that all services in a JVM share. */
public final class HostedLog {

    private HostedLog() {}

    /**
     * Sets it up as the services do and as these settings and the system properties {@code logging.*} say, once in a JVM. Services that
     * start at the same time cannot, and what Kafka in this JVM logs before the first one makes Logback complain that there is no appender.
     */
    public static synchronized void setUp(Map<String, String> settings) {
        StandardEnvironment environment = new StandardEnvironment();
        Map<String, Object> name = Map.of("spring.config.name", "observability");
        environment.getPropertySources().addLast(new MapPropertySource("name", name));
        environment.getPropertySources().addFirst(new MapPropertySource("settings", Map.copyOf(settings)));
        ConfigDataEnvironmentPostProcessor.applyTo(environment);
        LoggingSystem log = LoggingSystem.get(HostedLog.class.getClassLoader());
        log.beforeInitialize();
        log.initialize(new LoggingInitializationContext(environment), null, LogFile.get(environment));
    }
}

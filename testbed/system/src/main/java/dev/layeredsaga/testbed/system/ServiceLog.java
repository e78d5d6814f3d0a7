package dev.layeredsaga.testbed.system;

import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.logging.LogFile;
import org.springframework.boot.logging.LoggingInitializationContext;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** The log that all services of this JVM share. */
public final class ServiceLog {

    private ServiceLog() {}

    /**
     * Sets the log up as a service with these settings would; does nothing if that is done. Otherwise each service tries, and whatever is
     * logged meanwhile, such as by Kafka in this JVM, makes Logback complain on the terminal that there is no appender.
     */
    public static void setUp(Map<String, String> settings) {
        Map<String, Object> properties = new HashMap<>(settings);
        properties.put("spring.config.name", "observability");
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("settings", properties));
        ConfigDataEnvironmentPostProcessor.applyTo(environment);
        LoggingSystem log = LoggingSystem.get(ServiceLog.class.getClassLoader());
        log.beforeInitialize();
        log.initialize(new LoggingInitializationContext(environment), null, LogFile.get(environment));
    }
}

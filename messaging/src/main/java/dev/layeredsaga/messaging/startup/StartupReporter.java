package dev.layeredsaga.messaging.startup;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringBootExceptionReporter;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Turns a {@link StartupException} into its one line; Spring Boot then ends the process with status 1 and no stack trace. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class StartupReporter implements SpringBootExceptionReporter {

    private static final Logger log = LoggerFactory.getLogger(StartupReporter.class);

    private final String service;

    StartupReporter(ConfigurableApplicationContext context) {
        this.service = context.getEnvironment().getProperty("spring.application.name", "the service");
    }

    @Override
    public boolean reportException(Throwable failure) {
        if (failure instanceof StartupException) {
            log.error("{} cannot start: {}", service, failure.getMessage());
            return true;
        }
        return false;
    }
}

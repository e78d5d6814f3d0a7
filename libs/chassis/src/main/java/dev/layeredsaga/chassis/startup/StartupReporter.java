package dev.layeredsaga.chassis.startup;

import dev.layeredsaga.messaging.failure.StartupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.InjectionPoint;
import org.springframework.beans.factory.UnsatisfiedDependencyException;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringBootExceptionReporter;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Logs a failure that an operator can fix (a missing server, an invalid setting) as one line; Spring Boot then ends the process
 * with status 1 and no stack trace.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class StartupReporter implements SpringBootExceptionReporter {

    private static final Logger log = LoggerFactory.getLogger(StartupReporter.class);

    private final String service;

    StartupReporter(ConfigurableApplicationContext context) {
        this.service = context.getEnvironment().getProperty("spring.application.name", "the service");
    }

    @Override
    public boolean reportException(Throwable failure) {
        String line = lineFor(failure);
        if (line != null) {
            log.error("{} cannot start: {}", service, line);
        }
        return line != null;
    }

    private static @Nullable String lineFor(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof StartupException) {
                return cause.getMessage();
            }
            if (cause instanceof BindException badSetting) {
                return badSetting.getName() + " is not set right: " + RequiredServer.reasonOf(badSetting);
            }
            if (isOfAnotherVersion(cause)) {
                return "built for another version of Layered Saga than is there: " + cause.getMessage();
            }
            String setting = cause instanceof UnsatisfiedDependencyException wrong ? settingOf(wrong) : null;
            if (setting != null) {
                return setting + " is not set right: " + RequiredServer.reasonOf(cause);
            }
        }
        return null;
    }

    /** Returns true if a class asks for what another version of ours has. */
    private static boolean isOfAnotherVersion(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        return (failure instanceof IncompatibleClassChangeError && message.contains("dev.layeredsaga."))
                || (failure instanceof NoClassDefFoundError && message.startsWith("dev/layeredsaga/"));
    }

    /** Returns the placeholder, such as <code>${http.health-port:0}</code>, whose value is not of the type that is needed; null for another failure. */
    private static @Nullable String settingOf(UnsatisfiedDependencyException failure) {
        InjectionPoint point = failure.getInjectionPoint();
        Value value = point == null ? null : point.getAnnotation(Value.class);
        return value == null ? null : value.value();
    }
}

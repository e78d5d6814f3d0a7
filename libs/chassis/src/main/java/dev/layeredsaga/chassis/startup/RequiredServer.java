package dev.layeredsaga.chassis.startup;

import java.net.UnknownHostException;
import org.springframework.core.NestedExceptionUtils;

/** A server without which the service cannot start. */
interface RequiredServer {

    /** The server's display name, such as PostgreSQL. */
    String name();

    /** The configured address, for display; contains no password. */
    String place();

    /** Probes the server once, for a few seconds at most. */
    Finding probe();

    /** Describes a failure in a few words, on one line. */
    static String reasonOf(Throwable failure) {
        Throwable innermost = NestedExceptionUtils.getMostSpecificCause(failure);
        if (innermost instanceof UnknownHostException) {
            return "unknown host";
        }
        String message = innermost.getMessage();
        return message == null || message.isBlank()
                ? innermost.getClass().getSimpleName()
                : message.lines().findFirst().orElse(message);
    }

    /** The result of one probe. */
    sealed interface Finding {

        record Ready() implements Finding {}

        /** The server is unreachable but may still come up. */
        record Missing(String reason) implements Finding {}

        /** The server is reachable but refuses the connection; waiting does not help. */
        record Refusing(String reason) implements Finding {}
    }
}

package dev.layeredsaga.chassis.startup;

import java.net.UnknownHostException;

/** Describes failures in a few words, on one line. */
final class Reasons {

    private Reasons() {}

    static String of(Throwable failure) {
        Throwable innermost = failure;
        while (innermost.getCause() != null) {
            innermost = innermost.getCause();
        }
        if (innermost instanceof UnknownHostException) {
            return "unknown host";
        }
        String message = innermost.getMessage();
        return message == null || message.isBlank()
                ? innermost.getClass().getSimpleName()
                : message.lines().findFirst().orElse(message);
    }
}

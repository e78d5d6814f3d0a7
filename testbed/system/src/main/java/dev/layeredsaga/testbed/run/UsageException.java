package dev.layeredsaga.testbed.run;

/** The user asked for something that cannot be; the message is one line that says what. */
public final class UsageException extends RuntimeException {

    UsageException(String message) {
        super(message);
    }
}

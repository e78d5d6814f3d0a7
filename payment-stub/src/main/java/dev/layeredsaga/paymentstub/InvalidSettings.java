package dev.layeredsaga.paymentstub;

import org.jspecify.annotations.Nullable;

/** A stub cannot be set up like this; the message says what is wrong, in one line. */
public final class InvalidSettings extends RuntimeException {

    InvalidSettings(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}

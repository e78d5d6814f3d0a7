package dev.layeredsaga.paymentstub;

import org.jspecify.annotations.Nullable;

/** Thrown if the settings are invalid; the message is one line that says what is wrong. */
public final class InvalidSettings extends RuntimeException {

    InvalidSettings(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}

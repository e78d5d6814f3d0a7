package dev.layeredsaga.testbed.consumer;

import org.jspecify.annotations.Nullable;

/** A message that cannot be parsed; reading it again does not help. */
final class MalformedEventException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    MalformedEventException(@Nullable String why, @Nullable Throwable cause) {
        super(why, cause);
    }
}

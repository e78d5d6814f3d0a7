package dev.layeredsaga.testbed.consumer;

import org.jspecify.annotations.Nullable;

/** A message that will never make sense, however often it is read. */
final class MalformedEventException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    MalformedEventException(@Nullable String why, @Nullable Throwable cause) {
        super(why, cause);
    }
}

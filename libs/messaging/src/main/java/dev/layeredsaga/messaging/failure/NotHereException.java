package dev.layeredsaga.messaging.failure;

import java.util.Set;

/**
 * Thrown by a handler for messages that this instance of the service cannot handle, and one of another release can. They are held, for
 * any instance to try, and the others of the same batch handled without them.
 */
public final class NotHereException extends RuntimeException {

    private final transient Set<String> keys;

    /** @param keys those of the messages */
    public NotHereException(String reason, Set<String> keys) {
        super(reason);
        this.keys = Set.copyOf(keys);
    }

    public Set<String> keys() {
        return keys;
    }
}

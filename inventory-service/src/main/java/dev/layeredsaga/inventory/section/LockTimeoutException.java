package dev.layeredsaga.inventory.section;

import java.time.Duration;
import java.util.SortedSet;
import org.springframework.dao.TransientDataAccessException;

/** Thrown if others held a lock for the whole wait time. Nothing has changed; the same call may succeed later. */
public final class LockTimeoutException extends TransientDataAccessException {

    public LockTimeoutException(SortedSet<String> skus, Duration waited) {
        super("no lock on %d item(s) from %s on within %d ms".formatted(skus.size(), skus.first(), waited.toMillis()));
    }
}

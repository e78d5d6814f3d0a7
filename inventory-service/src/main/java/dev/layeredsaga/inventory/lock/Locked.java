package dev.layeredsaga.inventory.lock;

import java.time.Duration;

/** What became of work that was to be done under a lock. */
public sealed interface Locked<T> {

    /** The work was done under the lock. */
    record Done<T>(T value) implements Locked<T> {}

    /** The work was done, but took longer than the lease: from some moment on, others could come in. */
    record Overrun<T>(T value, Duration lease) implements Locked<T> {}

    /** Others kept the lock for as long as was worth waiting; the work was not done. */
    record TimedOut<T>(Duration waited) implements Locked<T> {}

    /** Nobody can lock at the moment; the work was not done. */
    record Unavailable<T>(String reason) implements Locked<T> {}
}

package dev.layeredsaga.inventory.lock;

import java.time.Duration;

/** The result of running work under a lock. */
public sealed interface Locked<T> {

    /** The work was done under the lock. */
    record Done<T>(T value) implements Locked<T> {}

    /** The work was done, but took longer than the lease: from its end on, others could acquire the lock. */
    record Overrun<T>(T value, Duration lease) implements Locked<T> {}

    /** Others held the lock for the whole wait time, or too many others waited for it; the work was not done. */
    record TimedOut<T>(Duration waited) implements Locked<T> {}

    /** The lock provider is unavailable; the work was not done. */
    record Unavailable<T>(String reason) implements Locked<T> {}
}

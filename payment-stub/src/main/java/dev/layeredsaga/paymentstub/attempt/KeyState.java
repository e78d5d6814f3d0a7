package dev.layeredsaga.paymentstub.attempt;

import java.time.Instant;

/**
 * What is known under an idempotency key.
 *
 * @param <R> the requests made under keys
 * @param <D> the decisions on them
 */
public sealed interface KeyState<R, D extends Decision> {

    R request();

    /** Being decided. */
    record InFlight<R, D extends Decision>(R request, Instant since) implements KeyState<R, D> {}

    /** Decided for good. */
    record Settled<R, D extends Decision>(R request, D decision) implements KeyState<R, D> {}
}

package dev.layeredsaga.paymentstub.attempt;

import java.time.Instant;

/**
 * The state of an idempotency key.
 *
 * @param <R> the requests made under keys
 * @param <D> the decisions on them
 */
public sealed interface KeyState<R, D extends Decision> {

    R request();

    /** Being decided. */
    record InFlight<R, D extends Decision>(R request, Instant since) implements KeyState<R, D> {}

    /** Finally decided. */
    record Settled<R, D extends Decision>(R request, D decision) implements KeyState<R, D> {}
}

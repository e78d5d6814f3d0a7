package dev.layeredsaga.paymentstub.attempt;

import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The work to do under a key.
 *
 * @param decide makes the decision; called at most once per key if it is final
 * @param replayed called when an earlier decision is replayed
 */
public record Work<D extends Decision>(Supplier<D> decide, Consumer<D> replayed) {}

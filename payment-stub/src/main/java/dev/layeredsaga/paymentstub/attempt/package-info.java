/** One attempt at a decision: the fault applied to it and its idempotency key. */
@NullMarked
package dev.layeredsaga.paymentstub.attempt;

import org.jspecify.annotations.NullMarked;

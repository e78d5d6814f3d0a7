/** One attempt at a decision: the fault it meets and the idempotency key it is made under. */
@NullMarked
package dev.layeredsaga.paymentstub.attempt;

import org.jspecify.annotations.NullMarked;

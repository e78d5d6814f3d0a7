/** One attempt at a decision: the fault applied to it and its idempotency key. */
package dev.layeredsaga.paymentstub.attempt;

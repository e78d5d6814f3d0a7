/** The fourteen invariants, checked on what can be read of a system from outside: HTTP, topics, the gateway's ledger, databases. */
@NullMarked
package dev.layeredsaga.testbed.failures.audit;

import org.jspecify.annotations.NullMarked;

/** The fourteen invariants, checked on what can be read of a system from outside: HTTP, topics, the gateway's ledger, databases. */
package dev.layeredsaga.testbed.failures.audit;

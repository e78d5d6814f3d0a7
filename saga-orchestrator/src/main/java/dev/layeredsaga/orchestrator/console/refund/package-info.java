/** The refunds owed to customers. */
package dev.layeredsaga.orchestrator.console.refund;

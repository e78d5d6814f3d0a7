/** Compares what sagas, payments and claims know of each other, and repairs what was lost between them. */
package dev.layeredsaga.orchestrator.reconciliation;

/** Compares what sagas, payments and claims know of each other, and repairs what was lost between them. */
@NullMarked
package dev.layeredsaga.orchestrator.reconciliation;

import org.jspecify.annotations.NullMarked;

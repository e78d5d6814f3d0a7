/** The refunds owed to customers. */
@NullMarked
package dev.layeredsaga.orchestrator.console.refund;

import org.jspecify.annotations.NullMarked;

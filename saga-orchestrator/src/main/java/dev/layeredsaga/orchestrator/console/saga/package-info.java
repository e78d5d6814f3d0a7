/** The console's list of sagas, and the page of one saga with its actions. */
@NullMarked
package dev.layeredsaga.orchestrator.console.saga;

import org.jspecify.annotations.NullMarked;

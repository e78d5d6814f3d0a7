/** The console's list of sagas, and the page of one saga with its actions. */
package dev.layeredsaga.orchestrator.console.saga;

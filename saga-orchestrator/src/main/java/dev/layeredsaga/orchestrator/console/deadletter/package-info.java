/** The console's dead letters: which there are, one of them, and what to do with them. */
package dev.layeredsaga.orchestrator.console.deadletter;

/** The pages and texts about orders that are added to the operators' console of {@code dev.layeredsaga.console}. */
package dev.layeredsaga.orchestrator.console;

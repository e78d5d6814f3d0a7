/** The operators' command for dead letters: a client of the HTTP API. */
@NullMarked
package dev.layeredsaga.orchestrator.deadletter.command;

import org.jspecify.annotations.NullMarked;

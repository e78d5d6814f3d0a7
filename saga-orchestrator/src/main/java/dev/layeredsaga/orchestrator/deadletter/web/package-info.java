/** The operators' HTTP API of dead letters. */
@NullMarked
package dev.layeredsaga.orchestrator.deadletter.web;

import org.jspecify.annotations.NullMarked;

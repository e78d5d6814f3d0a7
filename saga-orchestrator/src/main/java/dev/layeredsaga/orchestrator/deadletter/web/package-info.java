/** The operators' HTTP API of dead letters. */
package dev.layeredsaga.orchestrator.deadletter.web;

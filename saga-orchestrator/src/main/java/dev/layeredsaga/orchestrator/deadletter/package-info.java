/** The dead letters of all topics: kept, shown, sent again and discarded. */
package dev.layeredsaga.orchestrator.deadletter;

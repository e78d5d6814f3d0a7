/** The dead letters of all topics: kept, shown, sent again and discarded. */
@NullMarked
package dev.layeredsaga.orchestrator.deadletter;

import org.jspecify.annotations.NullMarked;

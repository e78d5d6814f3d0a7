/** Dead letters come from Kafka and go back to it. */
@NullMarked
package dev.layeredsaga.orchestrator.deadletter.kafka;

import org.jspecify.annotations.NullMarked;

/** Dead letters come from Kafka and go back to it. */
package dev.layeredsaga.orchestrator.deadletter.kafka;

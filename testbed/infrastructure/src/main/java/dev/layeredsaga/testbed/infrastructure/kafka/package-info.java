/** Kafka inside this JVM. */
package dev.layeredsaga.testbed.infrastructure.kafka;

/** Kafka inside this JVM. */
@NullMarked
package dev.layeredsaga.testbed.infrastructure.kafka;

import org.jspecify.annotations.NullMarked;

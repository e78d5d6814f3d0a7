/** Claims over Kafka: the commands of sagas, the replies, and the events about claims. */
@NullMarked
package dev.layeredsaga.inventory.claim.kafka;

import org.jspecify.annotations.NullMarked;

/** Claims over Kafka: the commands of sagas, the replies, and the events about claims. */
package dev.layeredsaga.inventory.claim.kafka;

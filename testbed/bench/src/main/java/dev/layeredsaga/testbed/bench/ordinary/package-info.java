/**
 * The baseline of the system benchmark: the same orders by an ordinary Spring system, as its guides have it. db-scheduler drives
 * each order through HTTP calls to an inventory (JPA, Redisson) and to a payment service; a polled outbox publishes to Kafka. Its
 * services run without the project's own classes.
 */
package dev.layeredsaga.testbed.bench.ordinary;

/** The meters of all services: outbox, dead letters, and gauges read from the database. */
package dev.layeredsaga.messaging.meters;

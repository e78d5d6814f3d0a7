/** Periodic work on tables, batch by batch: a sweep is a query and a handler. */
package dev.layeredsaga.messaging.sweep;

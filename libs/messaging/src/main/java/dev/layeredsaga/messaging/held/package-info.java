/** Messages that could not be handled: kept in a table and tried again, or written to the dead letters. */
package dev.layeredsaga.messaging.held;

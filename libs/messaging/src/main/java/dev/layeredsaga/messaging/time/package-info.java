/** The clock that all instances of a service share. */
package dev.layeredsaga.messaging.time;

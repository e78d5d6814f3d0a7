/** The classification of failures, in one place for messages and requests. */
package dev.layeredsaga.messaging.failure;

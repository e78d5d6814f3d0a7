/** The topics that the services share. */
package dev.layeredsaga.messaging.topic;

/** The topics that the services share. */
@NullMarked
package dev.layeredsaga.messaging.topic;

import org.jspecify.annotations.NullMarked;

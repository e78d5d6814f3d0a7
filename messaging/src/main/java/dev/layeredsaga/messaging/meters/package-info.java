/** What all services measure: their outbox, their dead letters, and what only their database knows. */
@NullMarked
package dev.layeredsaga.messaging.meters;

import org.jspecify.annotations.NullMarked;

/** What a failure proves, decided in one place for messages and for requests. */
@NullMarked
package dev.layeredsaga.messaging.failure;

import org.jspecify.annotations.NullMarked;

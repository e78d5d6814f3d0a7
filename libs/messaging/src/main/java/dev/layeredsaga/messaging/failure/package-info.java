/** The classification of failures, in one place for messages and requests. */
@NullMarked
package dev.layeredsaga.messaging.failure;

import org.jspecify.annotations.NullMarked;

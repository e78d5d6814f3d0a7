@NullMarked
package dev.layeredsaga.messaging.outbox;

import org.jspecify.annotations.NullMarked;

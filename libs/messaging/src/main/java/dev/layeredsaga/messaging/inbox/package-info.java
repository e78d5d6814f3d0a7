@NullMarked
package dev.layeredsaga.messaging.inbox;

import org.jspecify.annotations.NullMarked;

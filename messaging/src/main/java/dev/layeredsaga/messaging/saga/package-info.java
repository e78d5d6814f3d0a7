@NullMarked
package dev.layeredsaga.messaging.saga;

import org.jspecify.annotations.NullMarked;

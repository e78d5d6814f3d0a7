@NullMarked
package dev.layeredsaga.messaging.order;

import org.jspecify.annotations.NullMarked;

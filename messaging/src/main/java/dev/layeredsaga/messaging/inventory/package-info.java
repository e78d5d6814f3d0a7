@NullMarked
package dev.layeredsaga.messaging.inventory;

import org.jspecify.annotations.NullMarked;

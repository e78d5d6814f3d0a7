@NullMarked
package dev.layeredsaga.messaging.autoconfigure;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.layeredsaga.messaging;

import org.jspecify.annotations.NullMarked;

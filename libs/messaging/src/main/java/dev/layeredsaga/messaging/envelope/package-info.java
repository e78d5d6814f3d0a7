@NullMarked
package dev.layeredsaga.messaging.envelope;

import org.jspecify.annotations.NullMarked;

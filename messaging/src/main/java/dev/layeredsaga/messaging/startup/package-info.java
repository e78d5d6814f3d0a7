@NullMarked
package dev.layeredsaga.messaging.startup;

import org.jspecify.annotations.NullMarked;

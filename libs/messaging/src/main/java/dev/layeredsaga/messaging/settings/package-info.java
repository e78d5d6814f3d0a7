@NullMarked
package dev.layeredsaga.messaging.settings;

import org.jspecify.annotations.NullMarked;

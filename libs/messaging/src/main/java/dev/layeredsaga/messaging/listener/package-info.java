@NullMarked
package dev.layeredsaga.messaging.listener;

import org.jspecify.annotations.NullMarked;

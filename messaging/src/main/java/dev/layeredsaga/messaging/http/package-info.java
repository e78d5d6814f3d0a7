/** The parts that all HTTP APIs have in common. */
@NullMarked
package dev.layeredsaga.messaging.http;

import org.jspecify.annotations.NullMarked;

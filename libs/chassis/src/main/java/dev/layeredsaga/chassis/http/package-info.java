/** The parts that all HTTP APIs have in common. */
@NullMarked
package dev.layeredsaga.chassis.http;

import org.jspecify.annotations.NullMarked;

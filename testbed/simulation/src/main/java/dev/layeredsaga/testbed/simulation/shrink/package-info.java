/** Smaller failures from larger ones. */
@NullMarked
package dev.layeredsaga.testbed.simulation.shrink;

import org.jspecify.annotations.NullMarked;

/** Measures start times and resident memory of the services and of the whole of {@code ./run}. */
@NullMarked
package dev.layeredsaga.testbed.bench.footprint;

import org.jspecify.annotations.NullMarked;

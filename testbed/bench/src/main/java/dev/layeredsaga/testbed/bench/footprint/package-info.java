/** What the services and the whole of {@code ./run} take of a machine, and how soon they are there. */
@NullMarked
package dev.layeredsaga.testbed.bench.footprint;

import org.jspecify.annotations.NullMarked;

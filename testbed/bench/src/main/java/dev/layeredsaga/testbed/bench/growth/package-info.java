/** Measures how throughput and times change as data, instances and orders grow. */
@NullMarked
package dev.layeredsaga.testbed.bench.growth;

import org.jspecify.annotations.NullMarked;

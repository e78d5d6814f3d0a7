/** The tools of every benchmark: clients, times, tables. */
@NullMarked
package dev.layeredsaga.testbed.bench.measure;

import org.jspecify.annotations.NullMarked;

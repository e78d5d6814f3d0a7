/** What every benchmark needs: clients, times, tables. */
@NullMarked
package dev.layeredsaga.testbed.bench.measure;

import org.jspecify.annotations.NullMarked;

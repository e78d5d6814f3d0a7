/** Customers who order what a design sells, and the figures of it. */
@NullMarked
package dev.layeredsaga.testbed.bench.locks.load;

import org.jspecify.annotations.NullMarked;

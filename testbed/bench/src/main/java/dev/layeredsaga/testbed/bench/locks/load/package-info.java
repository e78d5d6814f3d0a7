/** Customers who order what a design sells, and the figures of it. */
package dev.layeredsaga.testbed.bench.locks.load;

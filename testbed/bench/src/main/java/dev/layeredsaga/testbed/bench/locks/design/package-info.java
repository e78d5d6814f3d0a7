/** The designs that sell: those on a table of their own, and the real service over HTTP and over Kafka. */
@NullMarked
package dev.layeredsaga.testbed.bench.locks.design;

import org.jspecify.annotations.NullMarked;

/** Compares ways to lock an item in demand while payments are slow. */
@NullMarked
package dev.layeredsaga.testbed.bench.locks;

import org.jspecify.annotations.NullMarked;

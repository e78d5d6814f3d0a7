/** Compares ways to lock an item in demand while payments are slow. */
package dev.layeredsaga.testbed.bench.locks;

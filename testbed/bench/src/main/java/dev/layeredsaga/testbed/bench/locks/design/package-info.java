/** The designs that sell: those on a table of their own, and the real service over HTTP and over Kafka. */
package dev.layeredsaga.testbed.bench.locks.design;

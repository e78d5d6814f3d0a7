/** The tools of every benchmark: clients, times, tables. */
package dev.layeredsaga.testbed.bench.measure;

/** Measures the inventory under load: busy answers, sections, and an outage of Redis. */
@NullMarked
package dev.layeredsaga.testbed.bench.inventory;

import org.jspecify.annotations.NullMarked;

/** The inventory under pressure: busy answers, sections, and Redis going away. */
@NullMarked
package dev.layeredsaga.testbed.bench.inventory;

import org.jspecify.annotations.NullMarked;

/** One hot item, many customers, a slow payment: what the scope of the lock makes of it. */
@NullMarked
package dev.layeredsaga.testbed.bench.designs;

import org.jspecify.annotations.NullMarked;

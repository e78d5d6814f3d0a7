/** Compares our saga engine with a library and with plain JDBC: same machine, same durable PostgreSQL, same three steps. */
@NullMarked
package dev.layeredsaga.testbed.bench.engine;

import org.jspecify.annotations.NullMarked;

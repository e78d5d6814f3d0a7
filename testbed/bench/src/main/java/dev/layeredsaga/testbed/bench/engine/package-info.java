/** Compares our saga engine with a library and with plain JDBC: same machine, same durable PostgreSQL, same three steps. */
package dev.layeredsaga.testbed.bench.engine;

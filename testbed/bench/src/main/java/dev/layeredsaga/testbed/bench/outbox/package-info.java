/** Compares our outbox relay with a library's: same machine, same servers, same work. */
@NullMarked
package dev.layeredsaga.testbed.bench.outbox;

import org.jspecify.annotations.NullMarked;

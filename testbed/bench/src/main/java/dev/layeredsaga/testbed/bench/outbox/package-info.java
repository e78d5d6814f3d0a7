/** Our outbox relay against a library's: same machine, same servers, same work. */
@NullMarked
package dev.layeredsaga.testbed.bench.outbox;

import org.jspecify.annotations.NullMarked;

/** Ways to lock what many want at a time: what each makes of a slow payment. */
@NullMarked
package dev.layeredsaga.testbed.bench.locks;

import org.jspecify.annotations.NullMarked;

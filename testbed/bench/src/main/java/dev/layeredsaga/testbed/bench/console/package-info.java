/** Measures what the operators' console costs: its pages with many stored sagas, and consoles that are open. */
@NullMarked
package dev.layeredsaga.testbed.bench.console;

import org.jspecify.annotations.NullMarked;

/** Measures orders through the whole system: from the HTTP request to the last saga event. */
@NullMarked
package dev.layeredsaga.testbed.bench.system;

import org.jspecify.annotations.NullMarked;

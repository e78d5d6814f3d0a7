/** Mixed orders while things break at random, and the audit of what became of them. */
@NullMarked
package dev.layeredsaga.testbed.failures.chaos;

import org.jspecify.annotations.NullMarked;

/** Mixed orders while things break at random, and the audit of what became of them. */
package dev.layeredsaga.testbed.failures.chaos;

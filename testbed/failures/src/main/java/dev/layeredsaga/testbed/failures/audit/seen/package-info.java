/** The observations of a system, and their reader. */
@NullMarked
package dev.layeredsaga.testbed.failures.audit.seen;

import org.jspecify.annotations.NullMarked;

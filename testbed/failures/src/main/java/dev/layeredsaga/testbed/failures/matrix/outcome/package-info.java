/** The outcomes that cases must have, and the comparison with those that they had. */
@NullMarked
package dev.layeredsaga.testbed.failures.matrix.outcome;

import org.jspecify.annotations.NullMarked;

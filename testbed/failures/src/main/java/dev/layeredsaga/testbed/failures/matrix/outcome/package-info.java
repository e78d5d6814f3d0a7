/** The outcomes that cases must have, and the comparison with those that they had. */
package dev.layeredsaga.testbed.failures.matrix.outcome;

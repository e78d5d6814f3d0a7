/** Every failure, and what must come of it: played on a running system, or on one of its own. */
package dev.layeredsaga.testbed.failures.matrix;

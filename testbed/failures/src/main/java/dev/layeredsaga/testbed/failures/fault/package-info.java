/** Failures of servers and messages, as the failure matrix and the chaos audit bring them about. */
@NullMarked
package dev.layeredsaga.testbed.failures.fault;

import org.jspecify.annotations.NullMarked;

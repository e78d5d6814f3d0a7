package dev.layeredsaga.testbed.failures.matrix;

import java.time.Duration;

/**
 * The timeouts of the system under test.
 *
 * @param deadline of a saga
 * @param patience the time for which a compensation is retried before its saga is stuck
 */
record Limits(Duration deadline, Duration patience) {}

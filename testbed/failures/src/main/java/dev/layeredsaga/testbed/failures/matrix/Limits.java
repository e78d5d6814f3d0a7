package dev.layeredsaga.testbed.failures.matrix;

import java.time.Duration;

/**
 * What the system under test is set to.
 *
 * @param deadline of a saga
 * @param patience how long a compensation is tried before its saga is parked
 */
record Limits(Duration deadline, Duration patience) {}

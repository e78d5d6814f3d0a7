package dev.layeredsaga.testbed.failures.matrix.outcome;

import java.time.Duration;

/**
 * The timeouts of the system under test.
 *
 * @param deadline of a saga
 * @param compensationTimeout the time for which a compensation is retried before its saga is stuck
 */
public record Limits(Duration deadline, Duration compensationTimeout) {}

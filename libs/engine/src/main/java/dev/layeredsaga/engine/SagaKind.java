package dev.layeredsaga.engine;

import java.time.Duration;

/**
 * The definition of a saga as its row names it.
 *
 * @param deadline the time from the saga's begin after which its steps give up
 */
record SagaKind(String name, int version, Duration deadline) {}

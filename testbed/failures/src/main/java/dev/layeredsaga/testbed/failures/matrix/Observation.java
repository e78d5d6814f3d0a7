package dev.layeredsaga.testbed.failures.matrix;

import java.util.List;

/**
 * What came of a case.
 *
 * @param remarks what the case itself found wrong
 */
record Observation(List<OrderSeen> orders, ItemSeen item, List<String> remarks) {}

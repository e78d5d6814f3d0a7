package dev.layeredsaga.testbed.failures.matrix;

import java.util.List;

/**
 * The observations of a case.
 *
 * @param remarks the errors found by the case itself
 */
record Observation(List<OrderSeen> orders, ItemSeen item, List<String> remarks) {}

/** The payment gateway and its ledger, as a model. */
@NullMarked
package dev.layeredsaga.testbed.simulation.gateway;

import org.jspecify.annotations.NullMarked;

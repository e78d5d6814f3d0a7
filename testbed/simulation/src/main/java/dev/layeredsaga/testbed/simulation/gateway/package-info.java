/** The payment gateway and its ledger, as a model. */
package dev.layeredsaga.testbed.simulation.gateway;

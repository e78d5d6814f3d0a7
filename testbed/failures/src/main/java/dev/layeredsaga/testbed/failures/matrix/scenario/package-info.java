/** The ways in which a system is made to fail, each with its cases. */
package dev.layeredsaga.testbed.failures.matrix.scenario;

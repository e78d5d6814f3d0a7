/** Failures of servers and messages, as the failure matrix and the chaos audit bring them about. */
package dev.layeredsaga.testbed.failures.fault;

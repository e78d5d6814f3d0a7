/** The system under chaos, and how it is set up. */
package dev.layeredsaga.testbed.failures.chaos.system;

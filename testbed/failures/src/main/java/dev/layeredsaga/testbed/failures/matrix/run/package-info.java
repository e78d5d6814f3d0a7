/** The system that cases are played on, and what can be done to it. */
package dev.layeredsaga.testbed.failures.matrix.run;

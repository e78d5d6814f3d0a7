/** The customers: what they ask for, and what they were answered. */
package dev.layeredsaga.testbed.failures.chaos.load;

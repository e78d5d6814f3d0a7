/** The customers: what they ask for, and what they were told. */
package dev.layeredsaga.testbed.failures.chaos.load;

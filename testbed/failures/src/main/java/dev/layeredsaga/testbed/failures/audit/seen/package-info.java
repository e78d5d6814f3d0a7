/** The observations of a system, and their reader. */
package dev.layeredsaga.testbed.failures.audit.seen;

/** The locks in Redis, watched while the system runs. */
package dev.layeredsaga.testbed.failures.chaos.lock;

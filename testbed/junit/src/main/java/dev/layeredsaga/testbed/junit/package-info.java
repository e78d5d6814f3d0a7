/** The whole system in a test of one's own. */
package dev.layeredsaga.testbed.junit;

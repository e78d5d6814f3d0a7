/** The failure matrix and the chaos audit: outcomes of orders under failures. */
package dev.layeredsaga.testbed.failures;

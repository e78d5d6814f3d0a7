/** The failure matrix and the chaos audit: outcomes of orders under failures. */
@NullMarked
package dev.layeredsaga.testbed.failures;

import org.jspecify.annotations.NullMarked;

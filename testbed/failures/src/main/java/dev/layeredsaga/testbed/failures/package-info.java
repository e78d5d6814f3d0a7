/** What becomes of orders when anything breaks: the failure matrix and the chaos audit. */
@NullMarked
package dev.layeredsaga.testbed.failures;

import org.jspecify.annotations.NullMarked;

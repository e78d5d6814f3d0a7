/** A running system as its clients see it: HTTP and the public topic. */
@NullMarked
package dev.layeredsaga.testbed.client;

import org.jspecify.annotations.NullMarked;

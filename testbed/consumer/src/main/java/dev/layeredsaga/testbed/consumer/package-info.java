/** A consumer of {@code saga.events}: what a reader of the topic has to take care of, in as little code as that needs. */
@NullMarked
package dev.layeredsaga.testbed.consumer;

import org.jspecify.annotations.NullMarked;

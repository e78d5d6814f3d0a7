/** A minimal consumer of {@code saga.events} that handles repeated, missing, malformed and unknown events. */
@NullMarked
package dev.layeredsaga.testbed.consumer;

import org.jspecify.annotations.NullMarked;

/** A minimal consumer of {@code saga.events} that handles repeated, missing, malformed and unknown events. */
package dev.layeredsaga.testbed.consumer;

/** Claims as sagas command them, and what is told about them. */
@NullMarked
package dev.layeredsaga.inventory.claim.kafka;

import org.jspecify.annotations.NullMarked;

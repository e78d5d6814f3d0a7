/** Removes claims that ended long ago, and reports claims that should have ended. */
@NullMarked
package dev.layeredsaga.inventory.claim.retention;

import org.jspecify.annotations.NullMarked;

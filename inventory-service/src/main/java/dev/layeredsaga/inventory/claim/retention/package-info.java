/** Removes claims that ended long ago, and reports claims that should have ended. */
package dev.layeredsaga.inventory.claim.retention;

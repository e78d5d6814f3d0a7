/** What has ended goes after a while, and what should have ended is asked about. */
@NullMarked
package dev.layeredsaga.inventory.claim.retention;

import org.jspecify.annotations.NullMarked;

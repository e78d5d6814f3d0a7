/** Sweeps that end overdue claims and waiters, and serve queues that no longer keep stock. */
@NullMarked
package dev.layeredsaga.inventory.claim.sweep;

import org.jspecify.annotations.NullMarked;

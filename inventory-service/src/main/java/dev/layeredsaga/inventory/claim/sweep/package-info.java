/** Sweeps that end overdue claims and waiters, and serve queues that no longer keep stock. */
package dev.layeredsaga.inventory.claim.sweep;

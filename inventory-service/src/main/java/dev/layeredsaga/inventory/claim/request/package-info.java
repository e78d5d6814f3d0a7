/** Commands that arrive one at a time, as HTTP requests do: shared sections, idempotency keys, limits. */
package dev.layeredsaga.inventory.claim.request;

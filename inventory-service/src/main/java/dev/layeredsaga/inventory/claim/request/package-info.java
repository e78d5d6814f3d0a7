/** Commands that arrive one at a time, as HTTP requests do: shared sections, idempotency keys, limits. */
@NullMarked
package dev.layeredsaga.inventory.claim.request;

import org.jspecify.annotations.NullMarked;

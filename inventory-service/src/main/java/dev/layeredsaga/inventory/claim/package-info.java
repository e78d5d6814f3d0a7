/** Claims: quantities of items that are reserved for someone, temporarily or for good. */
@NullMarked
package dev.layeredsaga.inventory.claim;

import org.jspecify.annotations.NullMarked;

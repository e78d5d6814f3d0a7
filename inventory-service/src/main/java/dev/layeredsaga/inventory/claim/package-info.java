/** Claims: quantities of items that are reserved for someone, temporarily or for good. */
package dev.layeredsaga.inventory.claim;

/** Items: the stock of each sku, and its current holder. */
@NullMarked
package dev.layeredsaga.inventory.item;

import org.jspecify.annotations.NullMarked;

/** Items: how much of a sku there is, and who has it at the moment. */
@NullMarked
package dev.layeredsaga.inventory.item;

import org.jspecify.annotations.NullMarked;

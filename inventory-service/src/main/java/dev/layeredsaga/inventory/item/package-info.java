/** Items: the stock of each sku, and its current holder. */
package dev.layeredsaga.inventory.item;

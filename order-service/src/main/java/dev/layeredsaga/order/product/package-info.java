/** Products and their prices. */
package dev.layeredsaga.order.product;

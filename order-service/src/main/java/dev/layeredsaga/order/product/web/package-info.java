/** HTTP API of the products. */
package dev.layeredsaga.order.product.web;

/** Items over HTTP. */
package dev.layeredsaga.inventory.item.web;

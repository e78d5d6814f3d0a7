/** Items over HTTP. */
@NullMarked
package dev.layeredsaga.inventory.item.web;

import org.jspecify.annotations.NullMarked;

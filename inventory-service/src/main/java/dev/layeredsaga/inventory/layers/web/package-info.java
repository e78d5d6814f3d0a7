/** The lock layers over HTTP. */
@NullMarked
package dev.layeredsaga.inventory.layers.web;

import org.jspecify.annotations.NullMarked;

/** The lock layers as operators see them: for each item its three layers, its claims and its queue. Reads, and changes nothing. */
@NullMarked
package dev.layeredsaga.inventory.layers;

import org.jspecify.annotations.NullMarked;

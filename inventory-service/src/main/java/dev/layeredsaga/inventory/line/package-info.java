/** The waiting line: who waits for which items, in the order of their coming. */
@NullMarked
package dev.layeredsaga.inventory.line;

import org.jspecify.annotations.NullMarked;

/** SQL helpers. */
@NullMarked
package dev.layeredsaga.inventory.sql;

import org.jspecify.annotations.NullMarked;

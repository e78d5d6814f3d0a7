/** Help with SQL. */
@NullMarked
package dev.layeredsaga.inventory.sql;

import org.jspecify.annotations.NullMarked;

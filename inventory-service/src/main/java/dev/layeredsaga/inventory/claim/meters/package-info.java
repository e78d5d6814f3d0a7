/** Gauges of claims, read from the database. */
@NullMarked
package dev.layeredsaga.inventory.claim.meters;

import org.jspecify.annotations.NullMarked;

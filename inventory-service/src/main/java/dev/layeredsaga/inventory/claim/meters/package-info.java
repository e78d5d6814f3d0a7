/** What the database knows of claims, as meters. */
@NullMarked
package dev.layeredsaga.inventory.claim.meters;

import org.jspecify.annotations.NullMarked;

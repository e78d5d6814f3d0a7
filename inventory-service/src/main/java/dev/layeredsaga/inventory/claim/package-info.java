/** Claims: the proof that so much of these items is someone's, for a while or for good. */
@NullMarked
package dev.layeredsaga.inventory.claim;

import org.jspecify.annotations.NullMarked;

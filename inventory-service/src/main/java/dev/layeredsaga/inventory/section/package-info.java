/** Sections: every change is lock, transaction, commit, unlock. */
@NullMarked
package dev.layeredsaga.inventory.section;

import org.jspecify.annotations.NullMarked;

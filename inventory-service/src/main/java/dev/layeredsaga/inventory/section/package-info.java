/** Sections: every change is lock, transaction, commit, unlock. */
package dev.layeredsaga.inventory.section;

/** Lock, transaction, commit, unlock: how every change is made. */
@NullMarked
package dev.layeredsaga.inventory.section;

import org.jspecify.annotations.NullMarked;

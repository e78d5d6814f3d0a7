/** The lock within one instance: an actor for each key. */
@NullMarked
package dev.layeredsaga.inventory.lock.actor;

import org.jspecify.annotations.NullMarked;

/** The wait queue: the sagas that wait for items, in the order of their arrival. */
@NullMarked
package dev.layeredsaga.inventory.queue;

import org.jspecify.annotations.NullMarked;

/** The wait queue: the sagas that wait for items, in the order of their arrival. */
package dev.layeredsaga.inventory.queue;

/** The lock within one instance: an actor for each key. */
package dev.layeredsaga.inventory.lock.actor;

/** The lock around a section, as a port. */
package dev.layeredsaga.inventory.lock;

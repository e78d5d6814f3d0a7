/** The lock around a section, as a port. */
@NullMarked
package dev.layeredsaga.inventory.lock;

import org.jspecify.annotations.NullMarked;

/** The wait queue over HTTP. */
@NullMarked
package dev.layeredsaga.inventory.queue.web;

import org.jspecify.annotations.NullMarked;

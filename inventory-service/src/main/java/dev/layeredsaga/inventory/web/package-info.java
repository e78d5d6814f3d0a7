/** What all of this service's HTTP has in common. */
@NullMarked
package dev.layeredsaga.inventory.web;

import org.jspecify.annotations.NullMarked;

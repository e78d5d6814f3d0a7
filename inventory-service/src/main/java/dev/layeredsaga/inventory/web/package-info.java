/** HTTP handling shared by all endpoints of this service. */
@NullMarked
package dev.layeredsaga.inventory.web;

import org.jspecify.annotations.NullMarked;

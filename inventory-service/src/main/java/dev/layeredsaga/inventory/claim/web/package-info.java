/** Claims over HTTP. */
@NullMarked
package dev.layeredsaga.inventory.claim.web;

import org.jspecify.annotations.NullMarked;

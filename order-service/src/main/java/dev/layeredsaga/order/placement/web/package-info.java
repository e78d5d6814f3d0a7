/** The orders over HTTP. */
@NullMarked
package dev.layeredsaga.order.placement.web;

import org.jspecify.annotations.NullMarked;

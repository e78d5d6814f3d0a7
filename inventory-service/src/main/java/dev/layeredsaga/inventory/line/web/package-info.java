/** The wait queue over HTTP. */
@NullMarked
package dev.layeredsaga.inventory.line.web;

import org.jspecify.annotations.NullMarked;

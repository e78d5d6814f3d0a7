/** How those who wait in line look over HTTP. */
@NullMarked
package dev.layeredsaga.inventory.line.web;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.layeredsaga.inventory;

import org.jspecify.annotations.NullMarked;

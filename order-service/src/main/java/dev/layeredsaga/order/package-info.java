@NullMarked
package dev.layeredsaga.order;

import org.jspecify.annotations.NullMarked;

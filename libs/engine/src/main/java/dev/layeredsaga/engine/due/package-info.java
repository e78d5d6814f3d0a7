@NullMarked
package dev.layeredsaga.engine.due;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.layeredsaga.engine;

import org.jspecify.annotations.NullMarked;

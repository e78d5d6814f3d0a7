@NullMarked
package dev.layeredsaga.engine.state;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.layeredsaga.engine.definition;

import org.jspecify.annotations.NullMarked;

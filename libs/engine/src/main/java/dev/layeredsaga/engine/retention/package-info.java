/** The retention of ended sagas. */
@NullMarked
package dev.layeredsaga.engine.retention;

import org.jspecify.annotations.NullMarked;

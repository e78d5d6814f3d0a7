@NullMarked
package dev.layeredsaga.engine.query;

import org.jspecify.annotations.NullMarked;

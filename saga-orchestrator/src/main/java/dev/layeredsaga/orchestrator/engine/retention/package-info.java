/** The retention of ended sagas. */
@NullMarked
package dev.layeredsaga.orchestrator.engine.retention;

import org.jspecify.annotations.NullMarked;

/** How long a saga is kept once it has ended. */
@NullMarked
package dev.layeredsaga.orchestrator.engine.retention;

import org.jspecify.annotations.NullMarked;

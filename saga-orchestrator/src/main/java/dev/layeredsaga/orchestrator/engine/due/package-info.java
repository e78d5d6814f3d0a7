@NullMarked
package dev.layeredsaga.orchestrator.engine.due;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.layeredsaga.orchestrator.engine;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.layeredsaga.orchestrator.saga;

import org.jspecify.annotations.NullMarked;

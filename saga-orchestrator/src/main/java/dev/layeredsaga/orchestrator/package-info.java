@NullMarked
package dev.layeredsaga.orchestrator;

import org.jspecify.annotations.NullMarked;

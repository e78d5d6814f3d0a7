@NullMarked
package dev.layeredsaga.orchestrator.engine.kafka;

import org.jspecify.annotations.NullMarked;

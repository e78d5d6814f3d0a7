@NullMarked
package dev.layeredsaga.orchestrator.reconciliation.kafka;

import org.jspecify.annotations.NullMarked;

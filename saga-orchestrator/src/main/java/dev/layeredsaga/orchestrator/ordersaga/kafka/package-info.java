@NullMarked
package dev.layeredsaga.orchestrator.ordersaga.kafka;

import org.jspecify.annotations.NullMarked;

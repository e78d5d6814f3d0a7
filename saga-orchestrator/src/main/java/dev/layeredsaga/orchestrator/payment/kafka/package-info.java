@NullMarked
package dev.layeredsaga.orchestrator.payment.kafka;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.layeredsaga.orchestrator.payment;

import org.jspecify.annotations.NullMarked;

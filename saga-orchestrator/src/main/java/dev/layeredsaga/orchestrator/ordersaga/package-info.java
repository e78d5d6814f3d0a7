@NullMarked
package dev.layeredsaga.orchestrator.ordersaga;

import org.jspecify.annotations.NullMarked;

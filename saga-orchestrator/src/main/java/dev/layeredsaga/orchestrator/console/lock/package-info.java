/** The console's panels of locks, queues and claims, as the inventory tells them. */
@NullMarked
package dev.layeredsaga.orchestrator.console.lock;

import org.jspecify.annotations.NullMarked;

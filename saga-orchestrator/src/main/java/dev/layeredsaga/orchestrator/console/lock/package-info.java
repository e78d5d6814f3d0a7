/** The console's panels of locks, queues and claims, as the inventory tells them. */
package dev.layeredsaga.orchestrator.console.lock;

/** The console's panels of locks, queues and claims, as the inventory reports them. */
package dev.layeredsaga.orchestrator.console.lock;

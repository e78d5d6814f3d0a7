/** The return saga, made of the engine's public parts and of messages alone. */
package dev.layeredsaga.orchestrator.returnsaga;

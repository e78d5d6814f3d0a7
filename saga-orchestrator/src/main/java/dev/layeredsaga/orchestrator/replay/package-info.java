/** Sends events of the past to topics of their own, for consumers that come later. */
package dev.layeredsaga.orchestrator.replay;

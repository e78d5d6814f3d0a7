package dev.layeredsaga.orchestrator.engine;

import dev.layeredsaga.messaging.outbox.Outbox;
import dev.layeredsaga.messaging.trace.Tracing;

/** What the engine speaks, writes and counts with. */
public record EngineParts(Outbox outbox, SagaHistory history, SagaMeters meters, Tracing tracing) {}

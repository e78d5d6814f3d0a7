package dev.layeredsaga.orchestrator.console.saga;

import dev.layeredsaga.engine.SagaDetails;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The events that a saga has published.
 *
 * @param traceId the trace that it is part of; null if there is none
 * @param traceHref where the trace is shown; null if nobody has said so
 */
public record SagaEvents(
        UUID id,
        List<SagaDetails.Event> events,
        @Nullable String traceId,
        @Nullable String traceHref) {}

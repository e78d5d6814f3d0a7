package dev.layeredsaga.console.saga;

import dev.layeredsaga.engine.query.SagaDetails;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The events that a saga has published.
 *
 * @param url where they are asked for again; null once the saga has ended
 * @param traceId the trace that it is part of; null if there is none
 * @param traceHref where the trace is shown; null if it is not configured
 */
public record SagaEvents(
        @Nullable String url,
        List<SagaDetails.Event> events,
        @Nullable String traceId,
        @Nullable String traceHref) {}

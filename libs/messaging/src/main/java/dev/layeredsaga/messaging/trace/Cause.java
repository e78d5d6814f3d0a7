package dev.layeredsaga.messaging.trace;

import org.jspecify.annotations.Nullable;

/**
 * A trigger for handling one saga: a message, or a due time.
 *
 * @param name the kind of trigger; becomes the span's name, so its cardinality must be low
 * @param parent the parent of the span; null if unknown, which begins a new trace
 */
public record Cause(String name, String sagaId, @Nullable TraceParent parent) {}

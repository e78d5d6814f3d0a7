package dev.layeredsaga.messaging.trace;

import org.jspecify.annotations.Nullable;

/**
 * Something that has a service handle one saga: a message, or that its time has come.
 *
 * @param name what it is; becomes the name of the span, so of few kinds
 * @param parent where it was caused; null if nobody knows, which begins a trace
 */
public record Cause(String name, String sagaId, @Nullable TraceParent parent) {}

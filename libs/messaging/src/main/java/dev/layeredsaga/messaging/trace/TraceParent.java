package dev.layeredsaga.messaging.trace;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A trace and the parent span within it, as in the header {@code traceparent} of W3C Trace Context. Immutable.
 *
 * @param traceId 32 hexadecimal digits
 * @param spanId 16 hexadecimal digits: the span that is the parent
 * @param sampled true if that span is recorded
 */
public record TraceParent(String traceId, String spanId, boolean sampled) {

    /** The name of the header, in HTTP and in Kafka. */
    public static final String HEADER = "traceparent";

    private static final TextMapGetter<String> ONLY_HEADER = new TextMapGetter<>() {

        @Override
        public Iterable<String> keys(String header) {
            return List.of(HEADER);
        }

        @Override
        public @Nullable String get(@Nullable String header, String key) {
            return key.equals(HEADER) ? header : null;
        }
    };

    /** Parses text from an untrusted source; returns null if it is not a valid {@code traceparent}. */
    public static @Nullable TraceParent parse(@Nullable String text) {
        Context parsed = W3CTraceContextPropagator.getInstance().extract(Context.root(), text, ONLY_HEADER);
        SpanContext parent = Span.fromContext(parsed).getSpanContext();
        return parent.isValid() ? new TraceParent(parent.getTraceId(), parent.getSpanId(), parent.isSampled()) : null;
    }

    /** Parses a header's value; returns null if the header is missing or not a valid {@code traceparent}. */
    public static @Nullable TraceParent parse(byte @Nullable [] value) {
        return value == null ? null : parse(new String(value, US_ASCII));
    }

    /** Returns true if both belong to the same trace. */
    public boolean isOfTrace(TraceParent other) {
        return traceId.equals(other.traceId);
    }

    /** Returns the header's value. */
    @Override
    public String toString() {
        return "00-" + traceId + "-" + spanId + (sampled ? "-01" : "-00");
    }
}

package dev.layeredsaga.messaging.trace;

import dev.layeredsaga.contract.BoundedText;
import io.micrometer.tracing.CurrentTraceContext;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Keeps every saga in the trace of its order, also in a batch of many sagas: the current trace is looked up by saga, not by
 * thread alone. Puts the saga's id ({@value #SAGA_ID}) and the trace's id into the MDC while a single saga is handled.
 * Thread-safe; a saga that is being handled stays on its thread.
 */
public final class Tracing {

    /** The MDC key of the saga's id. */
    public static final String SAGA_ID = "sagaId";

    private static final ThreadLocal<@Nullable Handling> HANDLING = new ThreadLocal<>();

    private final Tracer tracer;

    public Tracing(Tracer tracer) {
        this.tracer = tracer;
    }

    /** Returns an instance that begins no spans. Traces that arrive with a message are still passed on. */
    public static Tracing off() {
        return new Tracing(Tracer.NOOP);
    }

    /** The sagas that this thread is handling, by id, each with its current position in its trace. */
    private record Handling(
            Map<String, TraceParent> bySaga, @Nullable TraceParent single) {}

    /**
     * Runs the work that the causes triggered, with one span for each cause. During the work, each saga has the trace of its own
     * cause, or of the first one if it has several; a saga without a cause has no trace.
     */
    public void handle(List<Cause> causes, Runnable work) {
        Scope scope = begin(causes);
        try {
            work.run();
        } catch (RuntimeException e) {
            scope.failed(e);
            throw e;
        } finally {
            scope.close();
        }
    }

    private Scope begin(List<Cause> causes) {
        List<Span> spans = new ArrayList<>(causes.size());
        Map<String, TraceParent> bySaga = HashMap.newHashMap(causes.size());
        for (Cause cause : causes) {
            Span span = begin(cause.name(), Span.Kind.CONSUMER, cause.parent());
            span.tag("saga.id", cause.sagaId());
            spans.add(span);
            TraceParent inSpan = within(span, cause.parent());
            if (inSpan != null) {
                bySaga.putIfAbsent(cause.sagaId(), inSpan);
            }
        }
        String sagaId = causes.size() == 1 ? causes.getFirst().sagaId() : null;
        return new Scope(spans, sagaId, new Handling(bySaga, sagaId == null ? null : bySaga.get(sagaId)));
    }

    /**
     * Runs the work for one saga, with its ids in the MDC.
     *
     * @param own the saga's own trace, if known: the work stays in it even if its cause belongs to another trace
     */
    public void in(Object sagaId, @Nullable TraceParent own, Runnable work) {
        TraceParent trace = closest(sagaId, own);
        String id = sagaId.toString();
        Scope scope = new Scope(List.of(), id, new Handling(trace == null ? Map.of() : Map.of(id, trace), trace));
        try {
            work.run();
        } finally {
            scope.close();
        }
    }

    /** The handling of one or several sagas on this thread, until it is closed. */
    private final class Scope {

        private final List<Span> spans;
        private final @Nullable Handling outer = HANDLING.get();
        private final CurrentTraceContext.@Nullable Scope context;
        private final @Nullable String outerSagaId = MDC.get(SAGA_ID);

        private Scope(List<Span> spans, @Nullable String sagaId, Handling handling) {
            this.spans = spans;
            if (sagaId == null) {
                context = null;
            } else {
                putSagaId(sagaId);
                context = tracer.currentTraceContext().maybeScope(contextOf(handling.single()));
            }
            HANDLING.set(handling);
        }

        /** Marks the spans as failed. */
        void failed(RuntimeException cause) {
            spans.forEach(span -> span.error(cause));
        }

        /** Ends the spans and restores what was handled before. */
        void close() {
            if (outer == null) {
                HANDLING.remove();
            } else {
                HANDLING.set(outer);
            }
            if (context != null) {
                context.close();
                restore(outerSagaId);
            }
            spans.forEach(Span::end);
        }
    }

    private static void restore(@Nullable String outer) {
        if (outer == null) {
            MDC.remove(SAGA_ID);
        } else {
            putSagaId(outer);
        }
    }

    /** Puts a saga's id into the MDC, as one line of {@value BoundedText#LONGEST} characters at most: it may come from outside. */
    public static void putSagaId(String sagaId) {
        MDC.put(SAGA_ID, BoundedText.of(sagaId));
    }

    /** Returns the saga's current position in its trace; null if the saga is not being handled. */
    public @Nullable TraceParent of(Object sagaId) {
        Handling current = HANDLING.get();
        return current == null ? ofThread() : current.bySaga().get(sagaId.toString());
    }

    /**
     * Returns the most precise known parent for the saga's next span or message, within the saga's own trace.
     *
     * @param own null to use the trace that is being handled
     */
    public @Nullable TraceParent closest(Object sagaId, @Nullable TraceParent own) {
        TraceParent now = of(sagaId);
        return own == null || (now != null && now.isOfTrace(own)) ? now : own;
    }

    /** Returns this thread's current position in a trace if it is handling a single saga; null if unknown. */
    public @Nullable TraceParent current() {
        Handling current = HANDLING.get();
        return current == null ? ofThread() : current.single();
    }

    private @Nullable TraceParent ofThread() {
        TraceContext context = tracer.currentTraceContext().context();
        return context == null ? null : of(context);
    }

    /** Begins a span; the caller must end it. */
    public Span begin(String name, Span.Kind kind, @Nullable TraceParent parent) {
        Span.Builder span = tracer.spanBuilder().name(name).kind(kind);
        TraceContext context = contextOf(parent);
        return (context == null ? span.setNoParent() : span.setParent(context)).start();
    }

    /** Returns the parent to send with messages from within the span; the given parent if no spans are begun. */
    public static @Nullable TraceParent within(Span span, @Nullable TraceParent parent) {
        TraceParent own = of(span.context());
        return own == null ? parent : own;
    }

    private static @Nullable TraceParent of(TraceContext context) {
        return context.traceId().isEmpty()
                ? null
                : new TraceParent(context.traceId(), context.spanId(), Boolean.TRUE.equals(context.sampled()));
    }

    private @Nullable TraceContext contextOf(@Nullable TraceParent parent) {
        return parent == null
                ? null
                : tracer.traceContextBuilder()
                        .traceId(parent.traceId())
                        .spanId(parent.spanId())
                        .sampled(parent.sampled())
                        .build();
    }
}

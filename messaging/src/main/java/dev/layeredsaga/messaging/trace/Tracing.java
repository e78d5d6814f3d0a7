package dev.layeredsaga.messaging.trace;

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
 * Keeps every saga in the trace of its order, also where many sagas are handled at once: which trace is current is asked by saga,
 * not by thread alone. Puts the saga's id ({@value #SAGA_ID}) into the log's context, and with it the trace's, wherever a single
 * saga is handled. Thread-safe; what is handled stays on the thread that handles it.
 */
public final class Tracing {

    /** The saga's id in the log. */
    public static final String SAGA_ID = "sagaId";

    private static final ThreadLocal<@Nullable Handling> HANDLING = new ThreadLocal<>();

    private final Tracer tracer;

    public Tracing(Tracer tracer) {
        this.tracer = tracer;
    }

    /** Begins no spans. What comes with a trace still goes on with it. */
    public static Tracing off() {
        return new Tracing(Tracer.NOOP);
    }

    /** What this thread is busy with: sagas by id, each with where it is in its trace. */
    private record Handling(
            Map<String, TraceParent> bySaga, @Nullable TraceParent single) {}

    /**
     * Does the work that the causes are the reason of, with a span for each. While it lasts, each saga has the trace of its own
     * cause, or of the first of them if it has several; a saga that is not among them has none.
     */
    public void handle(List<Cause> causes, Runnable work) {
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
        try {
            Runnable traced = causes.size() == 1 ? () -> in(causes.getFirst().sagaId(), null, work) : work;
            with(new Handling(bySaga, null), traced);
        } catch (RuntimeException e) {
            spans.forEach(span -> span.error(e));
            throw e;
        } finally {
            spans.forEach(Span::end);
        }
    }

    /**
     * Does the work for one saga, with its ids in the log.
     *
     * @param own the saga's own trace, where that is known: the work stays in it even if something of another trace causes it
     */
    public void in(Object sagaId, @Nullable TraceParent own, Runnable work) {
        TraceParent trace = closest(sagaId, own);
        String id = sagaId.toString();
        Map<String, TraceParent> bySaga = trace == null ? Map.of() : Map.of(id, trace);
        String outer = MDC.get(SAGA_ID);
        MDC.put(SAGA_ID, id);
        CurrentTraceContext.Scope scope = tracer.currentTraceContext().maybeScope(contextOf(trace));
        try {
            with(new Handling(bySaga, trace), work);
        } finally {
            scope.close();
            restore(outer);
        }
    }

    private static void restore(@Nullable String outer) {
        if (outer == null) {
            MDC.remove(SAGA_ID);
        } else {
            MDC.put(SAGA_ID, outer);
        }
    }

    private static void with(Handling current, Runnable work) {
        Handling outer = HANDLING.get();
        HANDLING.set(current);
        try {
            work.run();
        } finally {
            if (outer == null) {
                HANDLING.remove();
            } else {
                HANDLING.set(outer);
            }
        }
    }

    /** Where the saga is in its trace now; null if it is none of those being handled. */
    public @Nullable TraceParent of(Object sagaId) {
        Handling current = HANDLING.get();
        return current == null ? ofThread() : current.bySaga().get(sagaId.toString());
    }

    /**
     * Where something of the saga's is caused now: as precisely as is known, but in its own trace.
     *
     * @param own null if what is being handled decides
     */
    public @Nullable TraceParent closest(Object sagaId, @Nullable TraceParent own) {
        TraceParent now = of(sagaId);
        return own == null || (now != null && now.isOfTrace(own)) ? now : own;
    }

    /** Where this thread is now, if it is busy with one thing; null if nobody knows. */
    public @Nullable TraceParent current() {
        Handling current = HANDLING.get();
        return current == null ? ofThread() : current.single();
    }

    private @Nullable TraceParent ofThread() {
        TraceContext context = tracer.currentTraceContext().context();
        return context == null ? null : of(context);
    }

    /** Begins a span that the caller has to end. */
    public Span begin(String name, Span.Kind kind, @Nullable TraceParent parent) {
        Span.Builder span = tracer.spanBuilder().name(name).kind(kind);
        TraceContext context = contextOf(parent);
        return (context == null ? span.setNoParent() : span.setParent(context)).start();
    }

    /** What is to be sent along with what happens within the span; the parent itself where spans are not begun. */
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

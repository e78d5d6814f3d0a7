package dev.layeredsaga.messaging.trace;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** Checks on real spans the trace of each saga of a batch, and the MDC. */
class TracingTest {

    private static final TraceParent ALICES = new TraceParent("a".repeat(32), "1".repeat(16), true);
    private static final TraceParent BOBS = new TraceParent("b".repeat(32), "2".repeat(16), true);
    private static final String ALICE = "alice";
    private static final String BOB = "bob";

    private static final RealTracer TRACER = new RealTracer();

    private final Tracing tracing = new Tracing(TRACER.tracer());

    @AfterAll
    static void close() {
        TRACER.close();
    }

    @Test
    void givesEachSagaOfABatchItsOwnTrace() {
        tracing.handle(List.of(of(ALICE, ALICES), of(BOB, BOBS)), () -> {
            TraceParent alice = requireNonNull(tracing.of(ALICE));
            assertThat(alice.isOfTrace(ALICES)).isTrue();
            assertThat(alice.spanId()).isNotEqualTo(ALICES.spanId());
            assertThat(requireNonNull(tracing.of(BOB)).isOfTrace(BOBS)).isTrue();
        });
        assertThat(tracing.of(ALICE)).isNull();
    }

    @Test
    void givesASagaThatIsNotInTheBatchNoTrace() {
        tracing.handle(
                List.of(of(ALICE, ALICES)), () -> assertThat(tracing.of(BOB)).isNull());
    }

    @Test
    void keepsASagaInItsOwnTraceWhateverCausesSomething() {
        tracing.handle(List.of(of(ALICE, BOBS)), () -> {
            assertThat(tracing.closest(ALICE, ALICES)).isEqualTo(ALICES);
            tracing.in(ALICE, ALICES, () -> assertThat(tracing.of(ALICE)).isEqualTo(ALICES));
        });
    }

    @Test
    void knowsTheFirstOfASagasCauses() {
        tracing.handle(
                List.of(of(ALICE, ALICES), of(ALICE, BOBS)),
                () -> assertThat(requireNonNull(tracing.of(ALICE)).isOfTrace(ALICES))
                        .isTrue());
    }

    @Test
    void putsBothIdsIntoTheLogWhileASingleSagaIsHandled() {
        tracing.handle(List.of(of(ALICE, ALICES), of(BOB, BOBS)), () -> {
            assertThat(ids()).containsExactly(null, null);
            tracing.in(BOB, null, () -> assertThat(ids()).containsExactly(BOB, BOBS.traceId()));
            tracing.in(ALICE, null, () -> assertThat(ids()).containsExactly(ALICE, ALICES.traceId()));
        });
        tracing.handle(List.of(of(BOB, BOBS)), () -> assertThat(ids()).containsExactly(BOB, BOBS.traceId()));
        assertThat(ids()).containsExactly(null, null);
    }

    /** A message that cannot be read is logged under its key, which may be anything. */
    @Test
    void putsOneBoundedLineIntoTheLogWhateverAnIdIs() {
        String forged = "x\r\n2026-01-01T00:00:00.000Z ERROR \u001b[2K\u0085\0" + "y".repeat(10_000);
        Runnable check = () -> {
            assertThat(MDC.get(Tracing.SAGA_ID)).matches("x  2026\\P{Cntrl}{20,500}");
            tracing.in(ALICE, null, () -> assertThat(MDC.get(Tracing.SAGA_ID)).isEqualTo(ALICE));
            assertThat(MDC.get(Tracing.SAGA_ID)).matches("x  2026\\P{Cntrl}{20,500}");
        };

        tracing.in(forged, null, check);
        tracing.handle(List.of(of(forged, null)), check);
    }

    @Test
    void belongsToTheRequestThatTheThreadServes() {
        Span request = TRACER.tracer().nextSpan().start();
        try (Tracer.SpanInScope scope = TRACER.tracer().withSpan(request)) {
            assertThat(scope).isNotNull();
            assertThat(requireNonNull(tracing.of(ALICE)).spanId())
                    .isEqualTo(request.context().spanId());
        }
        request.end();
    }

    @Test
    void beginsATraceWhereThereIsNone() {
        tracing.handle(
                List.of(of(ALICE, null)), () -> assertThat(tracing.of(ALICE)).isNotNull());
    }

    @Test
    void passesOnWhatItIsGivenWhereNothingIsTraced() {
        Tracing off = Tracing.off();

        off.handle(List.of(of(ALICE, ALICES), of(BOB, null)), () -> {
            assertThat(off.of(ALICE)).isEqualTo(ALICES);
            assertThat(off.of(BOB)).isNull();
        });
    }

    @Test
    void restoresEverythingAfterAFailure() {
        assertThatThrownBy(() -> tracing.handle(List.of(of(ALICE, ALICES)), () -> {
                    throw new IllegalStateException("thrown on purpose");
                }))
                .isInstanceOf(IllegalStateException.class);

        assertThat(tracing.current()).isNull();
        assertThat(ids()).containsExactly(null, null);
    }

    private static Cause of(String saga, @Nullable TraceParent parent) {
        return new Cause("test", saga, parent);
    }

    private static List<@Nullable String> ids() {
        List<@Nullable String> ids = new ArrayList<>();
        ids.add(MDC.get(Tracing.SAGA_ID));
        ids.add(MDC.get("traceId"));
        return ids;
    }
}

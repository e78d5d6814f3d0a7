package dev.layeredsaga.orchestrator.reconciliation;

import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.contract.saga.SagaEvent.CompensationStarted;
import dev.layeredsaga.contract.saga.SagaEvent.OrderCancelled;
import dev.layeredsaga.contract.saga.SagaEvent.OrderConfirmed;
import dev.layeredsaga.contract.saga.SagaEvent.OrderRejected;
import dev.layeredsaga.contract.saga.SagaEvent.PaymentCaptured;
import dev.layeredsaga.contract.saga.SagaEvent.SagaStarted;
import dev.layeredsaga.contract.saga.SagaEvent.StockReserved;
import dev.layeredsaga.engine.PastSaga;
import dev.layeredsaga.engine.state.PublishedEvent;
import dev.layeredsaga.orchestrator.payment.LostPayments;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tells how sagas had ended, or that they were being compensated, by what they have published since the time to which the database has been
 * restored. The first ending of a saga counts, as for the order-service. Not thread-safe.
 */
public final class SagaEndings {

    private final Map<UUID, Life> lives = new LinkedHashMap<>();
    private Map<UUID, Ending> ended = new LinkedHashMap<>();

    /**
     * The end of a saga.
     *
     * @param cameToPayment true if it has told that it had come to its payment
     * @param captured its payment; null if it has not told of one
     */
    public record Ending(
            PastSaga<SagaStarted> saga,
            boolean cameToPayment,
            @Nullable PaymentCaptured captured) {

        public UUID id() {
            return saga.id();
        }

        public boolean isCompensated() {
            return saga.reason() != null;
        }

        /** True if a payment that the database does not know may have to be given back: one that began before is always asked about. */
        public boolean mayBeOwed() {
            return isCompensated() && (cameToPayment || saga.data() == null);
        }
    }

    /** A saga's own account of itself, up to now. */
    private static final class Life {

        private @Nullable SagaStarted started;
        private @Nullable Reason compensation;
        private @Nullable PaymentCaptured captured;
        private boolean cameToPayment;
        private final SortedMap<Long, PublishedEvent> events = new TreeMap<>();

        /** A saga that was lost before its end begins anew; what is only sent once more does not. */
        void begin(PublishedEvent published, SagaStarted event) {
            if (!events.containsValue(published)) {
                events.clear();
                started = event;
                compensation = null;
                captured = null;
            }
        }

        PastSaga<SagaStarted> past(UUID saga, @Nullable Reason reason) {
            return new PastSaga<>(saga, started, reason, List.copyOf(events.values()));
        }
    }

    /** Takes in the next event of a saga. */
    public void add(PublishedEvent published, SagaEvent event) {
        Life life = lives.computeIfAbsent(published.sagaId(), first -> new Life());
        if (event instanceof SagaStarted started) {
            life.begin(published, started);
        }
        life.events.putIfAbsent(published.sequence(), published);
        switch (event) {
            case StockReserved reserved -> life.cameToPayment = true;
            case PaymentCaptured captured -> life.captured = captured;
            case CompensationStarted compensating -> life.compensation = compensating.reason();
            case OrderConfirmed confirmed -> end(published.sagaId(), life, null);
            case OrderRejected rejected -> end(published.sagaId(), life, rejected.reason());
            case OrderCancelled cancelled -> end(published.sagaId(), life, cancelled.reason());
            default -> {}
        }
    }

    private void end(UUID saga, Life life, @Nullable Reason reason) {
        lives.remove(saga);
        PastSaga<SagaStarted> past = new PastSaga<>(saga, life.started, reason, List.copyOf(life.events.values()));
        ended.putIfAbsent(saga, new Ending(past, life.cameToPayment, life.captured));
    }

    /** Returns the ends that have been taken in since the last call. */
    public List<Ending> takeEnded() {
        List<Ending> taken = List.copyOf(ended.values());
        ended = new LinkedHashMap<>();
        return taken;
    }

    /** Has payments agree with sagas that have been ended again, in the caller's transaction. */
    public static void settle(List<Ending> ended, LostPayments payments) {
        payments.ofCompensated(ids(ended, Ending::isCompensated), ids(ended, Ending::mayBeOwed));
        Map<UUID, PaymentCaptured> captured = new LinkedHashMap<>();
        for (Ending ending : ended) {
            if (!ending.isCompensated() && ending.captured() != null) {
                captured.put(ending.id(), ending.captured());
            }
        }
        payments.ofCompleted(captured);
    }

    private static List<UUID> ids(List<Ending> endings, Predicate<Ending> kind) {
        return endings.stream().filter(kind).map(Ending::id).toList();
    }

    /** Returns the sagas that were being compensated and had not ended. */
    public List<PastSaga<SagaStarted>> compensating() {
        List<PastSaga<SagaStarted>> compensating = new ArrayList<>();
        lives.forEach((saga, life) -> {
            if (life.compensation != null) {
                compensating.add(life.past(saga, life.compensation));
            }
        });
        return compensating;
    }
}

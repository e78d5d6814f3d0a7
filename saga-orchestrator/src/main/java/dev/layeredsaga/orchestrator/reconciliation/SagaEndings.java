package dev.layeredsaga.orchestrator.reconciliation;

import dev.layeredsaga.contract.order.OrderSagaEvent.OrderCancelled;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderConfirmed;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderRejected;
import dev.layeredsaga.contract.order.OrderSagaEvent.PaymentCaptured;
import dev.layeredsaga.contract.order.OrderSagaEvent.PaymentRefunded;
import dev.layeredsaga.contract.order.OrderSagaEvent.SagaStarted;
import dev.layeredsaga.contract.order.OrderSagaEvent.StockReserved;
import dev.layeredsaga.contract.saga.EngineEvent.CompensationStarted;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.SagaEvent;
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
 * The ends of sagas, and of those without one how far they had come, by what they had published since the time to which the database has
 * been restored. The first ending of a saga counts, as for the order-service. Not thread-safe.
 */
public final class SagaEndings {

    private final Map<UUID, Life> lives = new LinkedHashMap<>();
    private Map<UUID, Ending> ended = new LinkedHashMap<>();

    /**
     * The end of a saga.
     *
     * @param mayHavePaid true if its events say that it came to its payment, and not that this was given back
     * @param captured its payment; null if its events name none
     */
    public record Ending(
            PastSaga<SagaStarted> saga,
            boolean mayHavePaid,
            @Nullable PaymentCaptured captured) {

        public UUID id() {
            return saga.id();
        }

        public boolean isCompensated() {
            return saga.reason() != null;
        }

        /** Returns true if a payment that the database does not know may have to be given back. */
        public boolean mayBeOwed() {
            boolean free = saga.data() != null && saga.data().total().amount() == 0;
            return isCompensated() && !free && (mayHavePaid || saga.data() == null);
        }
    }

    /** A saga's events up to now. */
    private static final class Life {

        private @Nullable SagaStarted started;
        private @Nullable Reason compensation;
        private @Nullable PaymentCaptured captured;
        private boolean mayHavePaid;
        private final SortedMap<Long, PublishedEvent> events = new TreeMap<>();

        /** A saga that was lost before its end begins anew; one whose beginning is only sent once more does not. */
        void begin(PublishedEvent published, SagaStarted event) {
            PublishedEvent known = events.get(published.sequence());
            boolean later = events.isEmpty() || published.sequence() > events.lastKey();
            if (known == null ? later : !known.equals(published)) {
                events.tailMap(published.sequence()).clear();
                started = event;
                compensation = null;
                captured = null;
            }
        }

        PastSaga<SagaStarted> past(UUID saga, @Nullable Reason reason) {
            int version = started == null ? 0 : started.version();
            return new PastSaga<>(saga, version, started, reason, List.copyOf(events.values()));
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
            case StockReserved reserved -> life.mayHavePaid = true;
            case PaymentCaptured captured -> life.captured = captured;
            case CompensationStarted compensating -> {
                life.mayHavePaid = true;
                life.compensation = compensating.reason();
            }
            case PaymentRefunded refunded -> life.mayHavePaid = false;
            case OrderConfirmed confirmed -> end(published.sagaId(), life, null);
            case OrderRejected rejected ->
                end(published.sagaId(), life, rejected.reason().toReason());
            case OrderCancelled cancelled ->
                end(published.sagaId(), life, cancelled.reason().toReason());
            default -> {}
        }
    }

    private void end(UUID saga, Life life, @Nullable Reason reason) {
        lives.remove(saga);
        ended.putIfAbsent(saga, new Ending(life.past(saga, reason), life.mayHavePaid, life.captured));
    }

    /** Returns the ends that have been taken in since the last call. */
    public List<Ending> takeEnded() {
        List<Ending> taken = List.copyOf(ended.values());
        ended = new LinkedHashMap<>();
        return taken;
    }

    /** Has payments agree with sagas that have been ended again, in the caller's transaction. */
    public static void settle(List<Ending> ended, LostPayments payments) {
        payments.giveBackFor(ids(ended, Ending::isCompensated), ids(ended, Ending::mayBeOwed));
        Map<UUID, PaymentCaptured> captured = new LinkedHashMap<>();
        for (Ending ending : ended) {
            if (!ending.isCompensated() && ending.captured() != null) {
                captured.put(ending.id(), ending.captured());
            }
        }
        payments.keepFor(captured);
    }

    private static List<UUID> ids(List<Ending> endings, Predicate<Ending> kind) {
        return endings.stream().filter(kind).map(Ending::id).toList();
    }

    /** Returns the sagas that had not ended, each with the reason if it was being compensated. */
    public List<PastSaga<SagaStarted>> underWay() {
        List<PastSaga<SagaStarted>> underWay = new ArrayList<>();
        lives.forEach((saga, life) -> underWay.add(life.past(saga, life.compensation)));
        return underWay;
    }
}

package dev.layeredsaga.order.placement;

import dev.layeredsaga.messaging.commit.GroupCommit;
import dev.layeredsaga.messaging.trace.TraceParent;
import dev.layeredsaga.messaging.trace.Tracing;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.TransactionTimedOutException;

/**
 * Places orders, one per caller and idempotency key: the order and its message are stored together or not at all. Requests that arrive
 * during a transaction share the next one (group commit), which begins when the {@link EntranceGate} lets it; each fails or succeeds alone. Of concurrent requests with one key, on any
 * instance, the database accepts one; the others find its order. Thread-safe.
 */
@Service
public final class OrderPlacing {

    private static final Logger log = LoggerFactory.getLogger(OrderPlacing.class);

    private static final int MOST_TOGETHER = 100;

    /** Timeout of a waiting request; longer than the timeout for a database connection. */
    private static final Duration PATIENCE = Duration.ofSeconds(8);

    private final GroupCommit<OrderOpening, Wish, Placement> together;
    private final OrderOpening opening;
    private final Tracing tracing;

    OrderPlacing(OrderOpening opening, EntranceGate gate, Tracing tracing) {
        this.opening = opening;
        this.tracing = tracing;
        this.together = new GroupCommit<>(MOST_TOGETHER, PATIENCE, new Rounds(gate));
    }

    /** @param trace the trace of the request */
    record Wish(PlaceOrder request, @Nullable TraceParent trace) {}

    public Placement place(PlaceOrder request) {
        Placement placement = together.serve(opening, new Wish(request, tracing.current()));
        if (placement instanceof Placement.Accepted accepted) {
            // for the rest of the request; the end of the request clears it
            MDC.put(Tracing.SAGA_ID, accepted.order().id().toString());
            log.debug("order placed");
        }
        return placement;
    }

    private record Rounds(EntranceGate gate) implements GroupCommit.Rounds<OrderOpening, Wish, Placement> {

        @Override
        public void beforeRound(OrderOpening opening, int waiting) {
            gate.pass(waiting, MOST_TOGETHER);
        }

        @Override
        public List<Placement> serve(OrderOpening opening, List<Wish> wishes) {
            gate.began(wishes.size());
            try {
                return opening.open(wishes);
            } catch (DataIntegrityViolationException e) {
                if (wishes.size() > 1) {
                    throw e;
                }
                // a concurrent request with the same key was faster; the second attempt finds its order
                return opening.open(wishes);
            }
        }

        @Override
        public RuntimeException tooLate(OrderOpening opening, Duration waited) {
            return new TransactionTimedOutException("others were served for " + waited);
        }
    }
}

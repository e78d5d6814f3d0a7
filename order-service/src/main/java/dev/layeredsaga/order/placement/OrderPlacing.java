package dev.layeredsaga.order.placement;

import dev.layeredsaga.messaging.commit.GroupCommit;
import dev.layeredsaga.messaging.trace.Tracing;
import dev.layeredsaga.order.placement.OrderBatchInsert.Request;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.TransactionTimedOutException;

/**
 * Places orders, one per caller and idempotency key: the order and its message are stored together or not at all. Requests that arrive
 * during a transaction share the next one (group commit); each fails or succeeds alone. Of concurrent requests with one key, on any
 * instance, the database accepts one; the others find its order. Thread-safe.
 */
@Service
public final class OrderPlacing {

    private static final Logger log = LoggerFactory.getLogger(OrderPlacing.class);

    private static final int MOST_TOGETHER = 100;

    /** Timeout of a waiting request; longer than the timeout for a database connection. */
    private static final Duration TIMEOUT = Duration.ofSeconds(8);

    private final GroupCommit<OrderBatchInsert, Request, Placement> together;
    private final OrderBatchInsert inserts;
    private final Tracing tracing;

    OrderPlacing(OrderBatchInsert inserts, Tracing tracing) {
        this.inserts = inserts;
        this.tracing = tracing;
        this.together = new GroupCommit<>(MOST_TOGETHER, TIMEOUT, new Batches());
    }

    public Placement place(PlaceOrder request) {
        Placement placement = together.serve(inserts, new Request(request, tracing.current()));
        if (placement instanceof Placement.Accepted accepted) {
            // for the rest of the request; the end of the request clears it
            Tracing.putSagaId(accepted.order().id().toString());
            log.debug("order placed");
        }
        return placement;
    }

    private static final class Batches implements GroupCommit.Rounds<OrderBatchInsert, Request, Placement> {

        @Override
        public List<Placement> serve(OrderBatchInsert inserts, List<Request> requests) {
            try {
                return inserts.insert(requests);
            } catch (DataIntegrityViolationException e) {
                if (requests.size() > 1) {
                    throw e;
                }
                // a concurrent request with the same key was faster; the second attempt finds its order
                return inserts.insert(requests);
            }
        }

        @Override
        public RuntimeException tooLate(OrderBatchInsert inserts, Duration waited) {
            return new TransactionTimedOutException("others were served for " + waited);
        }
    }
}

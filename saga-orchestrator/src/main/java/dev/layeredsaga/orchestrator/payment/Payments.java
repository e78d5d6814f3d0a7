package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.messaging.trace.TraceParent;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The payments as their rules read and write them, in the caller's transaction. */
interface Payments {

    /** Returns the time by which calls and inquiries are due. */
    Instant now();

    /** The trace of what has just come for the saga; null if unknown. */
    @Nullable TraceParent trace(UUID sagaId);

    /** Keeps new payments as they are by now; what changes about one after that is an update of its own. */
    void add(Collection<Payment> payments);

    /** Finds the existing payments of the given sagas in one query. */
    Map<UUID, Payment> bySaga(Collection<UUID> sagaIds);

    /** Keeps a part that is promised or refused. */
    PartRefund add(PartRefund part);

    /** Finds the parts that the given sagas have asked for. */
    Map<UUID, PartRefund> parts(Collection<UUID> sagaIds);

    /** The payment, in the trace of what has just asked for it. */
    default Payment inTrace(Payment payment) {
        payment.belongTo(trace(payment.sagaId()));
        return payment;
    }
}

package dev.layeredsaga.order.placement.web;

import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.order.web.ErrorCode;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.util.Assert;

/**
 * Limits the waiting requests of an instance: event streams, and requests with {@code Prefer: wait}. Their limit is below that of all
 * requests, so that waiting ones never block the others; each customer may have only a few of them. Thread-safe.
 */
@Component
final class WaitingRequests {

    private final int perCustomer;
    private final Semaphore free;
    private final Map<Caller, Integer> waiting = new ConcurrentHashMap<>();

    /**
     * @param perCustomer the number of waiting requests per customer; default 20, operators are not limited
     * @param inAll the number of waiting requests in all; default 250, half of an instance's concurrent requests
     * @throws IllegalArgumentException if a limit is not positive
     */
    WaitingRequests(
            @Value("${order.waiting.per-customer:20}") int perCustomer,
            @Value("${order.waiting.in-all:250}") int inAll) {
        Assert.isTrue(Math.min(perCustomer, inAll) >= 1, "order.waiting.per-customer and .in-all must be at least 1");
        this.perCustomer = perCustomer;
        this.free = new Semaphore(inAll);
    }

    /** A waiting request's place, occupied until it is closed. */
    interface Place extends AutoCloseable {

        @Override
        void close();
    }

    /** @throws ProblemException if the caller has too many waiting requests (429), or there are too many in all (503) */
    Place enter(Caller caller) {
        if (!enterOwn(caller)) {
            throw new ProblemException(ErrorCode.TOO_MANY_STREAMS);
        }
        if (!free.tryAcquire()) {
            leaveOwn(caller);
            throw new ProblemException(ErrorCode.TOO_MANY_WAITING);
        }
        return () -> {
            free.release();
            leaveOwn(caller);
        };
    }

    /** Returns a place; empty if there is none for this caller now. */
    Optional<Place> tryToEnter(Caller caller) {
        try {
            return Optional.of(enter(caller));
        } catch (ProblemException e) {
            return Optional.empty();
        }
    }

    private boolean enterOwn(Caller caller) {
        if (caller.isOperator()) {
            return true;
        }
        if (waiting.merge(caller, 1, Integer::sum) > perCustomer) {
            leaveOwn(caller);
            return false;
        }
        return true;
    }

    private void leaveOwn(Caller caller) {
        waiting.computeIfPresent(caller, (same, count) -> count == 1 ? null : count - 1);
    }
}

package dev.layeredsaga.orchestrator.payment.http;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadFullException;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.retry.Retry;
import java.util.function.Supplier;

/** What stands around every call: retry outermost, then circuit breaker, then bulkhead. */
final class Guard {

    private final Retry retry;
    private final CircuitBreaker circuitBreaker;
    private final Bulkhead bulkhead;

    Guard(Retry retry, CircuitBreaker circuitBreaker, Bulkhead bulkhead) {
        this.retry = retry;
        this.circuitBreaker = circuitBreaker;
        this.bulkhead = bulkhead;
    }

    /** @throws GatewayFailure if the last try fails, or the call was not let through */
    <T> T call(Supplier<T> call) {
        Supplier<T> guarded = Retry.decorateSupplier(
                retry, circuitBreaker.decorateSupplier(Bulkhead.decorateSupplier(bulkhead, call)));
        try {
            return guarded.get();
        } catch (CallNotPermittedException e) {
            throw GatewayFailure.unreachable("its circuit breaker is open");
        } catch (BulkheadFullException e) {
            throw GatewayFailure.unreachable("too many calls are out");
        }
    }
}

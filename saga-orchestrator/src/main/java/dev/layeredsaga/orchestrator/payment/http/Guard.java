package dev.layeredsaga.orchestrator.payment.http;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadFullException;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.retry.Retry;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The guards around every call: retry outermost, then circuit breaker, then bulkhead. */
record Guard(Retry retry, CircuitBreaker circuitBreaker, Bulkhead bulkhead) {

    /**
     * @param inDoubt what to make of a result if a try before may have had an effect, by that try's failure
     * @throws GatewayFailure if the last try fails, was not let through, or leaves open what a try before it has done; that one
     *     is what counts then
     */
    <T> T call(Supplier<T> call, BiFunction<T, GatewayFailure, T> inDoubt) {
        AtomicReference<@Nullable GatewayFailure> doubt = new AtomicReference<>();
        Supplier<T> guarded = Retry.decorateSupplier(
                retry,
                circuitBreaker.decorateSupplier(Bulkhead.decorateSupplier(bulkhead, () -> noteDoubt(call, doubt))));
        try {
            T result = guarded.get();
            GatewayFailure before = doubt.get();
            return before == null ? result : inDoubt.apply(result, before);
        } catch (GatewayFailure e) {
            throw Objects.requireNonNullElse(doubt.get(), e);
        } catch (CallNotPermittedException e) {
            throw Objects.requireNonNullElse(doubt.get(), GatewayFailure.unreachable("its circuit breaker is open"));
        } catch (BulkheadFullException e) {
            throw Objects.requireNonNullElse(doubt.get(), GatewayFailure.unreachable("too many calls are out"));
        }
    }

    private static <T> T noteDoubt(Supplier<T> call, AtomicReference<@Nullable GatewayFailure> doubt) {
        try {
            return call.get();
        } catch (GatewayFailure e) {
            if (e.effect() == GatewayFailure.Effect.UNKNOWN) {
                doubt.set(e);
            }
            throw e;
        }
    }
}

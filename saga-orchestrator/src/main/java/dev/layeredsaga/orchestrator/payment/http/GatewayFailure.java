package dev.layeredsaga.orchestrator.payment.http;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A call to the gateway went wrong. Thrown so that retry and circuit breaker see it; it does not leave this package. */
final class GatewayFailure extends RuntimeException {

    /** The call's effect as far as the failure shows. */
    enum Effect {
        /** The gateway certainly did nothing. */
        NONE,
        /** The gateway may have done what was asked. */
        UNKNOWN
    }

    private final Effect effect;
    private final boolean worthRetryingNow;
    private final @Nullable Duration retryAfter;

    private GatewayFailure(String message, Effect effect, boolean worthRetryingNow, @Nullable Duration retryAfter) {
        super(message);
        this.effect = effect;
        this.worthRetryingNow = worthRetryingNow;
        this.retryAfter = retryAfter;
    }

    /** The gateway could not be reached. */
    static GatewayFailure unreachable(String why) {
        return new GatewayFailure("the gateway could not be reached: " + why, Effect.NONE, true, null);
    }

    /** There is no gateway, but a stub in its place, which moves no money. */
    static GatewayFailure isStub() {
        return new GatewayFailure("the gateway is a stub", Effect.NONE, false, null);
    }

    /** The gateway said that it did nothing, for now. */
    static GatewayFailure turnedAway(int status, @Nullable Duration retryAfter) {
        return new GatewayFailure("the gateway answered " + status, Effect.NONE, false, retryAfter);
    }

    /** The gateway does not know us, or not for this, and so did nothing. */
    static GatewayFailure credentialsRefused(int status) {
        return new GatewayFailure(
                "the gateway refuses our credentials: it answered " + status, Effect.NONE, false, null);
    }

    /** The gateway failed while it worked. */
    static GatewayFailure failed(int status) {
        return new GatewayFailure("the gateway answered " + status, Effect.UNKNOWN, true, null);
    }

    /** No answer, or none that could be read. */
    static GatewayFailure noUsableAnswer(String why) {
        return new GatewayFailure("no usable answer from the gateway: " + why, Effect.UNKNOWN, false, null);
    }

    Effect effect() {
        return effect;
    }

    /** True if the same call with the same key may well succeed within a moment. */
    boolean isWorthRetryingNow() {
        return worthRetryingNow;
    }

    @Nullable Duration retryAfter() {
        return retryAfter;
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}

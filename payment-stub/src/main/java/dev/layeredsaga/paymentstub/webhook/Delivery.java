package dev.layeredsaga.paymentstub.webhook;

import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.InvalidInput;
import java.time.Duration;
import java.util.Arrays;

/** The timing and number of deliveries of an event. The names are API. */
public enum Delivery {
    /** At the decision, in parallel with the response. */
    ON_TIME(Duration.ZERO),
    /** After the delay. */
    LATE(Duration.ofSeconds(3)),
    /** Twice, under one id. */
    DUPLICATED(Duration.ZERO),
    /** Tried once before the response to the request that caused it. */
    BEFORE_RESPONSE(Duration.ZERO),
    /** Never. */
    LOST(Duration.ZERO),
    /** After the order's next event, or after the delay if there is none. */
    OUT_OF_ORDER(Duration.ofSeconds(10));

    private final Duration delay;

    Delivery(Duration delay) {
        this.delay = delay;
    }

    /** Returns the delay if none is set. */
    public Duration defaultDelay() {
        return delay;
    }

    /**
     * @throws InvalidInput if there is no such delivery
     */
    public static Delivery named(String name) {
        return Arrays.stream(values())
                .filter(delivery -> delivery.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () -> new InvalidInput(ErrorCode.UNKNOWN_DELIVERY, "delivery", "there is no delivery " + name));
    }
}

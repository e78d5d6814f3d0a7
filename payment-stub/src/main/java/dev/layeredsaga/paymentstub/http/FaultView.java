package dev.layeredsaga.paymentstub.http;

import dev.layeredsaga.paymentstub.fault.FaultSettings;
import dev.layeredsaga.paymentstub.fault.FaultStatus;
import org.jspecify.annotations.Nullable;

/**
 * The fault for all orders.
 *
 * @param times absent if there is no limit
 * @param struck the number of attempts it was applied to so far
 */
record FaultView(
        String scenario,
        double probability,
        long seed,
        @Nullable Integer times,
        long delayMillis,
        int struck) {

    static FaultView of(FaultStatus status) {
        FaultSettings settings = status.settings();
        return new FaultView(
                settings.scenario().wireName(),
                settings.probability(),
                settings.seed(),
                settings.times(),
                settings.effectiveDelay().toMillis(),
                status.struck());
    }
}

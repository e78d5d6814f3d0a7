package dev.layeredsaga.order.placement;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Counts what reconciliation does. */
public final class ReconciledOrders {

    private ReconciledOrders() {}

    /** @param action what was done, the meter's tag */
    public static Counter counter(MeterRegistry meters, String action) {
        return Counter.builder("orders.reconciled")
                .description("Orders of which something may have been lost, by what was done")
                .tag("action", action)
                .register(meters);
    }
}

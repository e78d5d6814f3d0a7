package dev.layeredsaga.testbed.failures.chaos.load;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A customer's request. */
sealed interface ShopRequest {

    /**
     * @param heldFirst whether the customer holds what is ordered before ordering it
     * @param repetitions how often the same request is sent again with the same key
     * @param cancelAfter when the customer thinks better of it; null for never
     */
    record Order(
            Map<String, Integer> lines,
            String paymentMethod,
            String onBusy,
            boolean heldFirst,
            int repetitions,
            @Nullable Duration cancelAfter)
            implements ShopRequest {}

    record Hold(Map<String, Integer> lines, HoldEnd end) implements ShopRequest {}

    /** The end of a hold. */
    enum HoldEnd {
        CONFIRMED,
        EXTENDED_AND_CONFIRMED,
        RELEASED,
        LEFT_TO_EXPIRE
    }
}

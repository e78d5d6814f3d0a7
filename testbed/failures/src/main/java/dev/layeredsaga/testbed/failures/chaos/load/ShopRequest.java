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
     * @param returned what the customer returns once the order is confirmed; null for nothing
     */
    record Order(
            Map<String, Integer> lines,
            String paymentMethod,
            String onBusy,
            boolean heldFirst,
            int repetitions,
            @Nullable Duration cancelAfter,
            @Nullable Return returned)
            implements ShopRequest {}

    /**
     * A return of all that was ordered.
     *
     * @param pieceFirst whether one piece is returned before the rest
     * @param rivals how many others request the same at once
     */
    record Return(boolean pieceFirst, int rivals, Goods goods) {}

    /** The goods of a return, and what becomes of those that are awaited. */
    enum Goods {
        NOT_SENT,
        KEPT,
        RECEIVED,
        RECEIVED_BROKEN,
        NEVER_RECEIVED
    }

    record Hold(Map<String, Integer> lines, HoldEnd end) implements ShopRequest {}

    /** The end of a hold. */
    enum HoldEnd {
        CONFIRMED,
        EXTENDED_AND_CONFIRMED,
        RELEASED,
        LEFT_TO_EXPIRE
    }
}

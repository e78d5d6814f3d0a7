package dev.layeredsaga.testbed.failures.matrix.outcome;

import java.util.List;
import java.util.Map;

/** One saga's events on {@code saga.events}, in short words. */
public final class EventTrace {

    /** The word for each event type. */
    public static final Map<String, String> WORDS = Map.of(
            "SagaStarted", "started",
            "StockReserved", "reserved",
            "PaymentCaptured", "captured",
            "OrderConfirmed", "confirmed",
            "CompensationStarted", "undoing",
            "PaymentRefunded", "refunded",
            "StockReleased", "released",
            "OrderRejected", "rejected",
            "OrderCancelled", "cancelled",
            "SagaStuck", "stuck");

    private EventTrace() {}

    public static String inWords(List<String> words) {
        return words.isEmpty() ? "none" : String.join(" › ", words);
    }
}

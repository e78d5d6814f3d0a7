package dev.layeredsaga.testbed.failures.matrix;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/** One saga's events on {@code saga.events}, in short words, with their sequence numbers. */
record EventTrace(List<String> words, List<Long> sequence) {

    /** The word for each event type. */
    static final Map<String, String> WORDS = Map.of(
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

    private static final Set<String> ENDINGS = Set.of("confirmed", "rejected", "cancelled");

    static EventTrace of(List<String> types, List<Long> sequence) {
        return new EventTrace(
                types.stream().map(type -> WORDS.getOrDefault(type, type)).toList(), sequence);
    }

    /** Numbered from 1, without gaps and in order. */
    boolean hasNoGaps() {
        return sequence.equals(
                LongStream.rangeClosed(1, sequence.size()).boxed().toList());
    }

    long endings() {
        return words.stream().filter(ENDINGS::contains).count();
    }

    boolean endsWithItsEnding() {
        return !words.isEmpty() && ENDINGS.contains(words.getLast());
    }

    @Override
    public String toString() {
        return inWords(words);
    }

    static String inWords(List<String> words) {
        return words.isEmpty() ? "none" : String.join(" › ", words);
    }
}

package dev.layeredsaga.testbed.failures.matrix;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/** What {@code saga.events} tells of one saga, in short words, with the number of each event. */
record EventTrace(List<String> words, List<Long> sequence) {

    /** What is said for each type of event. */
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

package dev.layeredsaga.testbed.consumer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** History of one order, as far as it has been read. */
final class Story {

    private final String orderId;
    private final List<String> parts = new ArrayList<>();
    private long read;

    Story(String orderId) {
        this.orderId = orderId;
    }

    /** Returns true for a repeated event. Events are repeated after a producer or a consumer has crashed or lost its connection. */
    boolean knows(OrderEvent event) {
        return event.sequence() <= read;
    }

    /** Returns the number of events missing before this one. */
    long missingBefore(OrderEvent event) {
        return event.sequence() - read - 1;
    }

    /** Adds the event, and returns the whole history if the event ends it. */
    Optional<String> goOnWith(OrderEvent event) {
        read = event.sequence();
        JsonNode value = event.value();
        switch (event.type()) {
            case "SagaStarted" -> parts.add("started");
            case "StockReserved" -> parts.add("reserved");
            case "PaymentCaptured" -> parts.add("paid");
            case "CompensationStarted" -> parts.add("compensating");
            case "PaymentRefunded" -> parts.add("refunded");
            case "StockReleased" -> parts.add("released");
            case "SagaStuck" -> parts.add("stuck at " + value.path("step").asString("?"));
            case "OrderConfirmed" -> {
                return end("CONFIRMED " + moneyOf(value.path("total")));
            }
            case "OrderRejected" -> {
                return end("REJECTED " + codeOf(value));
            }
            case "OrderCancelled" -> {
                return end("CANCELLED " + codeOf(value));
            }
            default -> {
                // unknown type of a newer orchestrator: its sequence counts, or the next event would show a gap
            }
        }
        return Optional.empty();
    }

    /** Clears the history, but keeps the last sequence read. */
    private Optional<String> end(String how) {
        parts.add(how);
        String story = orderId + "  " + String.join(" › ", parts);
        parts.clear();
        return Optional.of(story);
    }

    private static String moneyOf(JsonNode money) {
        return money.path("amount").asString("?") + " " + money.path("currency").asString("?");
    }

    private static String codeOf(JsonNode value) {
        return value.path("reason").path("code").asString("?");
    }
}

package dev.layeredsaga.testbed.demo;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An order of the demonstration, and how it ought to end.
 *
 * @param story what it shows, in a few words
 * @param lines quantity by sku
 * @param expectedReason the reason's code; null if the order is to be confirmed
 * @param waitsForSeat a sku that must be held by someone else before this order is placed; null if it need not be
 * @param onBusy what it does if others hold what it needs
 * @param heldBefore whether what it needs is held before, and then ordered
 */
record DemoOrder(
        String story,
        Map<String, Integer> lines,
        String paymentMethod,
        @Nullable String expectedReason,
        @Nullable String waitsForSeat,
        String onBusy,
        boolean heldBefore) {

    static DemoOrder confirmed(String story, Map<String, Integer> lines, String paymentMethod) {
        return new DemoOrder(story, lines, paymentMethod, null, null, "REJECT", false);
    }

    static DemoOrder rejected(String story, Map<String, Integer> lines, String paymentMethod, String reason) {
        return new DemoOrder(story, lines, paymentMethod, reason, null, "REJECT", false);
    }

    DemoOrder onceHeld(String sku) {
        return new DemoOrder(story, lines, paymentMethod, expectedReason, sku, onBusy, heldBefore);
    }

    DemoOrder inLine() {
        return new DemoOrder(story, lines, paymentMethod, expectedReason, waitsForSeat, "WAIT", heldBefore);
    }

    DemoOrder ofWhatWasHeld() {
        return new DemoOrder(story, lines, paymentMethod, expectedReason, waitsForSeat, onBusy, true);
    }

    String expectedStatus() {
        return expectedReason == null ? "CONFIRMED" : "REJECTED";
    }
}

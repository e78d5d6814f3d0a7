package dev.layeredsaga.order.placement;

import dev.layeredsaga.contract.IdempotentRequests;
import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.order.HeldClaim;
import dev.layeredsaga.contract.order.OnBusy;
import dev.layeredsaga.contract.order.OrderTiming;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A customer's order request. It has no prices; the service sets them.
 *
 * @param lines at least one; lines of the same sku are merged, in the order of their first appearance
 * @param timing the times that the customer asks for; null for none
 * @param expectedTotal the total at which it is placed, and not at another; null for any. No part of the content: a repetition may expect
 *     another one
 * @param claim the claim that the customer holds already and orders; null if the saga is to claim the stock itself
 */
public record PlaceOrder(
        IdempotencyKey key,
        String customerId,
        List<StockLine> lines,
        String paymentMethod,
        OnBusy onBusy,
        @Nullable OrderTiming timing,
        @Nullable Money expectedTotal,
        @Nullable HeldClaim claim) {

    /**
     * @throws IllegalArgumentException if there is no line
     * @throws ArithmeticException if a merged quantity does not fit into an int
     */
    public PlaceOrder {
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("an order has at least one line");
        }
        lines = merged(lines);
    }

    private static List<StockLine> merged(List<StockLine> lines) {
        Map<String, Integer> quantities = new LinkedHashMap<>();
        lines.forEach(line -> quantities.merge(line.sku(), line.quantity(), Math::addExact));
        return quantities.entrySet().stream()
                .map(entry -> new StockLine(entry.getKey(), entry.getValue()))
                .toList();
    }

    /**
     * Returns the SHA-256 of the request's content, without its idempotency key. Requests with the same content have the same
     * fingerprint, whatever the order of their lines.
     */
    byte[] fingerprint() {
        return IdempotentRequests.sha256(canonical());
    }

    /**
     * Returns the id of this request's order: a UUIDv8 (RFC 9562, section 5.8) of the SHA-256 of the caller, the key and the content. A
     * request that is repeated after its order has been lost, as with a database that was restored, so meets its own saga and payment.
     */
    UUID orderId() {
        ByteBuffer hash =
                ByteBuffer.wrap(IdempotentRequests.sha256(text(key.caller()) + text(key.value()) + canonical()));
        long high = (hash.getLong() & 0xffff_ffff_ffff_0fffL) | 0x8000;
        long low = (hash.getLong() & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L;
        return new UUID(high, low);
    }

    /** Returns the texts, each prefixed with its length, so that different requests never have the same canonical form. */
    private String canonical() {
        String sorted = lines.stream()
                .sorted(Comparator.comparing(StockLine::sku))
                .map(line -> text(line.sku()) + line.quantity())
                .collect(Collectors.joining(";"));
        return text(customerId)
                + text(paymentMethod)
                + text(onBusy.name())
                + text(claim == null ? "" : claim.id() + " " + claim.token())
                + (timing == null ? "" : text(timing.deadlineSeconds() + " " + timing.queueTimeoutSeconds()))
                + sorted;
    }

    private static String text(String text) {
        return text.length() + ":" + text + ";";
    }
}

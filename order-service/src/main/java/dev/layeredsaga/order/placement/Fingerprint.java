package dev.layeredsaga.order.placement;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.order.HeldClaim;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.stream.Collectors;

/**
 * SHA-256 of a request's content, without its idempotency key. Requests with the same content have the same fingerprint, whatever the
 * order of their lines.
 */
final class Fingerprint {

    private Fingerprint() {}

    static byte[] of(PlaceOrder request) {
        try {
            return MessageDigest.getInstance("SHA-256")
                    .digest(canonical(request).getBytes(UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Returns the texts, each prefixed with its length, so that different requests never have the same canonical form. */
    private static String canonical(PlaceOrder request) {
        String lines = request.lines().stream()
                .sorted(Comparator.comparing(StockLine::sku))
                .map(line -> text(line.sku()) + line.quantity())
                .collect(Collectors.joining(";"));
        HeldClaim claim = request.claim();
        return text(request.customerId())
                + text(request.paymentMethod())
                + text(request.onBusy().name())
                + text(claim == null ? "" : claim.id() + " " + claim.token())
                + lines;
    }

    private static String text(String text) {
        return text.length() + ":" + text + ";";
    }
}

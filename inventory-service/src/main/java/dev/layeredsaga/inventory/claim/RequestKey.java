package dev.layeredsaga.inventory.claim;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * An idempotency key: identifies one attempt to hold something, however often the request is repeated.
 *
 * @param caller the caller whose key it is; the keys of different callers are independent
 */
public record RequestKey(String caller, String value) {

    private static final Pattern VALID = Pattern.compile("[\\x21-\\x7e]{1,255}");

    /** @throws IllegalArgumentException unless the key consists of 1 to 255 visible ASCII characters */
    public RequestKey {
        if (!isValid(value)) {
            throw new IllegalArgumentException("not an idempotency key");
        }
    }

    public static boolean isValid(String value) {
        return VALID.matcher(value).matches();
    }

    /** Returns the SHA-256 of the request; the owner's length precedes the owner, so that no two requests give the same text. */
    static String fingerprintOf(ClaimCommand.Hold hold) {
        StringBuilder canonical = new StringBuilder();
        String owner = hold.claimant().owner();
        canonical.append(owner.length()).append(':').append(owner).append(hold.ttl());
        hold.quantities()
                .forEach((sku, quantity) ->
                        canonical.append(';').append(sku).append('=').append(quantity));
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(sha256.digest(canonical.toString().getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

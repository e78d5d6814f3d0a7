package dev.layeredsaga.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.regex.Pattern;

/** Keys and fingerprints by which a repeated request is known. */
public final class IdempotentRequests {

    private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,255}");

    private IdempotentRequests() {}

    /**
     * Returns the idempotency key itself.
     *
     * @throws IllegalArgumentException unless the key is of 1 to 255 visible ASCII characters
     */
    public static String checkedKey(String key) {
        if (!KEY.matcher(key).matches()) {
            throw new IllegalArgumentException("not an idempotency key");
        }
        return key;
    }

    /** Returns the SHA-256 of a request's text. */
    public static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

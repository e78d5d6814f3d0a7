package dev.layeredsaga.paymentstub.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/** The API keys that open the stub. Kept as digests, so that they cannot leak by accident. Thread-safe. */
public final class ApiKeys {

    /** Without keys the stub is open to all clients. */
    public static final ApiKeys NONE = new ApiKeys(List.of());

    /** The syntax of a bearer token (RFC 6750), with a minimum length that resists guessing. */
    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9._~+/-]{16,}=*");

    private final List<byte[]> digests;

    private ApiKeys(List<byte[]> digests) {
        this.digests = digests;
    }

    /**
     * @throws IllegalArgumentException if a key has fewer than 16 characters, or characters other than letters, digits
     *     and {@code . _ ~ + / -} with {@code =} at its end; the message does not show the key
     */
    public static ApiKeys of(Collection<String> keys) {
        if (!keys.stream().allMatch(key -> KEY.matcher(key).matches())) {
            throw new IllegalArgumentException(
                    "an API key has at least 16 characters: letters, digits and ._~+/- with = at its end");
        }
        return keys.isEmpty()
                ? NONE
                : new ApiKeys(keys.stream().map(ApiKeys::digest).toList());
    }

    public boolean isEmpty() {
        return digests.isEmpty();
    }

    /** Returns true if the key is known. Runs in constant time, so that timing reveals nothing about the keys. */
    public boolean contains(String presented) {
        byte[] digest = digest(presented);
        boolean found = false;
        for (byte[] known : digests) {
            found |= MessageDigest.isEqual(known, digest);
        }
        return found;
    }

    private static byte[] digest(String key) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(key.getBytes(UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return "ApiKeys[" + digests.size() + "]";
    }
}

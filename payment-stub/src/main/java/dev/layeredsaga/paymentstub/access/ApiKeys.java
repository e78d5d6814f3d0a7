package dev.layeredsaga.paymentstub.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/** What clients of the gateway show. Kept as digests, so that they cannot be told, not even by accident. Thread-safe. */
public final class ApiKeys {

    public static final ApiKeys NONE = new ApiKeys(List.of());

    /** What fits into a bearer token (RFC 6750), and is too long to be guessed. */
    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9._~+/-]{16,}=*");

    private final List<byte[]> digests;

    private ApiKeys(List<byte[]> digests) {
        this.digests = digests;
    }

    /**
     * @throws IllegalArgumentException if one has fewer than 16 characters, or others than letters, digits and
     *     {@code . _ ~ + / -} with {@code =} at its end; the message does not show it
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

    boolean isEmpty() {
        return digests.isEmpty();
    }

    /** Takes as long whichever key it is, and for what is nearly one as for what is none at all. */
    boolean have(String presented) {
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

package dev.layeredsaga.testbed.system;

import dev.layeredsaga.paymentstub.access.ApiKeys;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Access to the payment stubs of this process: an API key, generated per process. */
public final class StubAccess {

    private static final int KEY_BYTES = 24;
    private static final String API_KEY = newKey();

    private StubAccess() {}

    private static String newKey() {
        byte[] bytes = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Returns the API key. */
    public static String apiKey() {
        return API_KEY;
    }

    static ApiKeys keys() {
        return ApiKeys.of(List.of(API_KEY));
    }

    /** The same as environment variables of a stub that is a process of its own; only this machine reaches it. */
    public static Map<String, String> environment() {
        return Map.of("PAYMENT_STUB_API_KEYS", API_KEY, "PAYMENT_STUB_ADDRESS", "127.0.0.1");
    }
}

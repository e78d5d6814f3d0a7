package dev.layeredsaga.orchestrator.console.signin;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicBoolean;

/** A random code that is accepted once. Thread-safe. */
final class OneTimeCode {

    private static final int BYTES = 32;

    private final String code;
    private final AtomicBoolean used = new AtomicBoolean();

    private OneTimeCode(String code) {
        this.code = code;
    }

    static OneTimeCode random() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return new OneTimeCode(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /** Returns the link that has the code. */
    String link(int port) {
        return "http://localhost:" + port + "/console/sign-in?code=" + code;
    }

    /** Returns true for the right code, the first time. */
    boolean use(String given) {
        return MessageDigest.isEqual(given.getBytes(UTF_8), code.getBytes(UTF_8)) && !used.getAndSet(true);
    }
}

package dev.layeredsaga.engine;

import dev.layeredsaga.contract.saga.StepAttempt;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes the proofs that commands carry and replies bring back: who has not seen the command cannot answer it. A proof is the first 128
 * bits of an HMAC-SHA256 (RFC 2104) of saga, step and attempt, so none has to be kept. Thread-safe.
 */
public final class ReplyProofs {

    private static final String ALGORITHM = "HmacSHA256";
    private static final int LENGTH = 16;

    private final SecretKeySpec key;

    /** @param key shared by all instances that drive the same sagas */
    public ReplyProofs(byte[] key) {
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    /** Returns the attempt with its proof. */
    public StepAttempt prove(StepAttempt attempt) {
        return new StepAttempt(attempt.sagaId(), attempt.step(), attempt.attempt(), proofOf(attempt));
    }

    /** Returns true if the attempt has come from {@link #prove}. */
    boolean isProven(StepAttempt attempt) {
        String proof = attempt.proof();
        return proof != null && MessageDigest.isEqual(bytes(proof), bytes(proofOf(attempt)));
    }

    private String proofOf(StepAttempt attempt) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            byte[] whole = mac.doFinal(bytes(attempt.sagaId() + "/" + attempt.attempt() + "/" + attempt.step()));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(whole, LENGTH));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

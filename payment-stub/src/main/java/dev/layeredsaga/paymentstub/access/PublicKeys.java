package dev.layeredsaga.paymentstub.access;

import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the public keys of token issuers. */
public final class PublicKeys {

    private static final Pattern PEM =
            Pattern.compile("-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\\s]+)-----END PUBLIC KEY-----");
    private static final int LEAST_BITS = 2048;

    private PublicKeys() {}

    /**
     * @param text an X.509 public key as PEM
     * @throws IllegalArgumentException if it is anything else than an RSA key of at least 2048 bits
     */
    public static RSAPublicKey fromPem(String text) {
        Matcher pem = PEM.matcher(text.strip());
        try {
            if (pem.matches() && decoded(pem.group(1)) instanceof RSAPublicKey key && isStrong(key)) {
                return key;
            }
        } catch (InvalidKeySpecException | IllegalArgumentException e) {
            // reported below like any other invalid key
        }
        throw new IllegalArgumentException("is no RSA public key of at least " + LEAST_BITS + " bits as PEM");
    }

    private static Object decoded(String base64) throws InvalidKeySpecException {
        byte[] encoded = Base64.getMimeDecoder().decode(base64);
        try {
            return KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(encoded));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has RSA", e);
        }
    }

    private static boolean isStrong(RSAPublicKey key) {
        return key.getModulus().bitLength() >= LEAST_BITS;
    }
}

package dev.layeredsaga.testbed.infrastructure;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwsHeader;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;
import org.springframework.security.oauth2.jwt.JwtEncoder;
import org.springframework.security.oauth2.jwt.JwtEncoderParameters;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;

/**
 * Issues bearer tokens without authentication, for this machine only. Generates a key in each process. Services with
 * {@link #settings()} trust it. Thread-safe.
 */
public final class LocalIssuer {

    /** The default audience of the tokens. */
    public static final String AUDIENCE = "layered-saga";

    private static final Duration VALIDITY = Duration.ofHours(12);
    private static final int KEY_BITS = 2048;
    private static final JwsHeader HEADER =
            JwsHeader.with(SignatureAlgorithm.RS256).build();

    private final JwtEncoder encoder;
    private final RSAPublicKey publicKey;
    private final Path publicKeyFile;

    private LocalIssuer(KeyPair keys, Path publicKeyFile) {
        this.publicKey = (RSAPublicKey) keys.getPublic();
        this.publicKeyFile = publicKeyFile;
        this.encoder = NimbusJwtEncoder.withKeyPair(publicKey, (RSAPrivateKey) keys.getPrivate())
                .algorithm(SignatureAlgorithm.RS256)
                .build();
    }

    /** Returns the issuer of this process. */
    public static LocalIssuer get() {
        return Holder.ISSUER;
    }

    /** Creates an issuer that no service trusts. */
    public static LocalIssuer untrusted() {
        return create();
    }

    private static LocalIssuer create() {
        try {
            KeyPair keys = newKeys();
            Path file = Files.createTempFile("layered-saga-", ".pem");
            file.toFile().deleteOnExit();
            Files.writeString(file, pem(keys), US_ASCII);
            return new LocalIssuer(keys, file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static KeyPair newKeys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(KEY_BITS);
            return generator.generateKeyPair();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has RSA", e);
        }
    }

    private static String pem(KeyPair keys) {
        String encoded = Base64.getMimeEncoder(64, new byte[] {'\n'})
                .encodeToString(keys.getPublic().getEncoded());
        return "-----BEGIN PUBLIC KEY-----\n" + encoded + "\n-----END PUBLIC KEY-----\n";
    }

    /** Returns the Spring settings with which a service trusts this issuer. */
    public Map<String, String> settings() {
        return Map.of(
                "spring.security.oauth2.resourceserver.jwt.public-key-location",
                publicKeyFile.toUri().toString());
    }

    /** Returns the public key that verifies the tokens. */
    public RSAPublicKey publicKey() {
        return publicKey;
    }

    /** Issues a token of a customer, who has access only to their own data. */
    public String customer(String id) {
        return token(id, "customer", AUDIENCE, Instant.now().plus(VALIDITY));
    }

    /** Issues a token of an operator, who has full access. */
    public String operator(String name) {
        return token(name, "operator", AUDIENCE, Instant.now().plus(VALIDITY));
    }

    /** Issues a token of a customer without a subject, whom another claim names. */
    public String customerNamedBy(String claim, String id) {
        return signed(
                HEADER,
                claims("customer", AUDIENCE)
                        .expiresAt(Instant.now().plus(VALIDITY))
                        .claim(claim, id));
    }

    /** Issues a token with the given claims. */
    public String token(String subject, String scope, String audience, Instant expiresAt) {
        return signed(
                HEADER,
                claims(scope, audience)
                        .subject(subject)
                        .issuedAt(expiresAt.minus(VALIDITY))
                        .expiresAt(expiresAt));
    }

    /**
     * Issues a token of the given type ({@code typ} in its header).
     *
     * @param expiresAt null for a token that never expires
     */
    public String typedToken(String type, String subject, String scope, @Nullable Instant expiresAt) {
        JwtClaimsSet.Builder claims = claims(scope, AUDIENCE).subject(subject);
        if (expiresAt != null) {
            claims.expiresAt(expiresAt);
        }
        return signed(JwsHeader.from(HEADER).type(type).build(), claims);
    }

    private static JwtClaimsSet.Builder claims(String scope, String audience) {
        return JwtClaimsSet.builder()
                .issuer("layered-saga-local")
                .audience(List.of(audience))
                .claim("scope", scope);
    }

    private String signed(JwsHeader header, JwtClaimsSet.Builder claims) {
        return encoder.encode(JwtEncoderParameters.from(header, claims.build())).getTokenValue();
    }

    private static final class Holder {
        static final LocalIssuer ISSUER = create();
    }
}

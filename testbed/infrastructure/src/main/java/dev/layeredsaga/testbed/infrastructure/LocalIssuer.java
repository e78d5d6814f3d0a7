package dev.layeredsaga.testbed.infrastructure;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
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
 * Issues bearer tokens to whoever asks, for this machine only. Its key is made anew in each process, unless the system property
 * {@code issuer.keys} names a folder to keep it in. Services believe it if they are given {@link #settings()}. Thread-safe.
 */
public final class LocalIssuer {

    /** Whom its tokens are for, unless they say otherwise. */
    public static final String AUDIENCE = "layered-saga";

    private static final Duration VALIDITY = Duration.ofHours(12);

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

    /** The one of this process. */
    public static LocalIssuer get() {
        return Holder.ISSUER;
    }

    /** Another one, whose tokens nobody believes. */
    public static LocalIssuer stranger() {
        return create();
    }

    private static LocalIssuer ofThisProcess() {
        String folder = System.getProperty("issuer.keys", "");
        if (folder.isEmpty()) {
            return create();
        }
        KeyFolder keys = new KeyFolder(Path.of(folder));
        return new LocalIssuer(keys.readOrMake(), keys.publicKey());
    }

    private static LocalIssuer create() {
        try {
            KeyPair keys = KeyFolder.make();
            Path file = Files.createTempFile("layered-saga-", ".pem");
            file.toFile().deleteOnExit();
            Files.writeString(file, KeyFolder.pem(keys), US_ASCII);
            return new LocalIssuer(keys, file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What makes a service believe this issuer, as Spring settings. */
    public Map<String, String> settings() {
        return Map.of(
                "spring.security.oauth2.resourceserver.jwt.public-key-location",
                publicKeyFile.toUri().toString());
    }

    /** The same as environment variables of a process. */
    public Map<String, String> environment() {
        return Map.of(
                "SPRING_SECURITY_OAUTH2_RESOURCESERVER_JWT_PUBLICKEYLOCATION",
                publicKeyFile.toUri().toString());
    }

    /** Where the key is, as PEM, by which others can check its tokens. */
    public Path publicKeyFile() {
        return publicKeyFile;
    }

    /** The key by which others can check its tokens. */
    public RSAPublicKey publicKey() {
        return publicKey;
    }

    /** One who orders, and to whom only what is their own is open. */
    public String customer(String id) {
        return token(id, "customer", AUDIENCE, Instant.now().plus(VALIDITY));
    }

    /** One to whom everything is open. */
    public String operator(String name) {
        return token(name, "operator", AUDIENCE, Instant.now().plus(VALIDITY));
    }

    /** A token with whatever is wanted in it. */
    public String token(String subject, String scope, String audience, Instant expiresAt) {
        JwtClaimsSet claims = JwtClaimsSet.builder()
                .issuer("layered-saga-local")
                .subject(subject)
                .audience(List.of(audience))
                .issuedAt(expiresAt.minus(VALIDITY))
                .expiresAt(expiresAt)
                .claim("scope", scope)
                .build();
        JwsHeader header = JwsHeader.with(SignatureAlgorithm.RS256).build();
        return encoder.encode(JwtEncoderParameters.from(header, claims)).getTokenValue();
    }

    /**
     * Issues a token of the given type ({@code typ} in its header).
     *
     * @param expiresAt null for a token that never expires
     */
    public String typedToken(String type, String subject, String scope, @Nullable Instant expiresAt) {
        JwtClaimsSet.Builder claims = JwtClaimsSet.builder()
                .issuer("layered-saga-local")
                .subject(subject)
                .audience(List.of(AUDIENCE))
                .claim("scope", scope);
        if (expiresAt != null) {
            claims.expiresAt(expiresAt);
        }
        JwsHeader header = JwsHeader.with(SignatureAlgorithm.RS256).type(type).build();
        return encoder.encode(JwtEncoderParameters.from(header, claims.build())).getTokenValue();
    }

    private static final class Holder {
        static final LocalIssuer ISSUER = ofThisProcess();
    }
}

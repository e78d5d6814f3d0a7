package dev.layeredsaga.paymentstub.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSKeySelector;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.proc.SingleKeyJWSKeySelector;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import com.nimbusds.jwt.proc.JWTProcessor;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.security.interfaces.RSAPublicKey;
import java.text.ParseException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks operators' tokens: JWTs (RFC 7519) signed with RS256, issued for one audience, and expired for no more than a
 * minute (clock skew). Thread-safe.
 */
public final class Tokens {

    /** The default audience of tokens; the other services require the same. */
    public static final String AUDIENCE = "layered-saga";

    private static final System.Logger LOG = System.getLogger(Tokens.class.getName());

    private final JWTProcessor<SecurityContext> processor;

    private Tokens(JWSKeySelector<SecurityContext> keys, String audience) {
        var checks = new DefaultJWTProcessor<SecurityContext>();
        checks.setJWSKeySelector(keys);
        checks.setJWSTypeVerifier(
                new DefaultJOSEObjectTypeVerifier<>(JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null));
        checks.setJWTClaimsSetVerifier(new DefaultJWTClaimsVerifier<>(audience, null, Set.of("exp")));
        this.processor = checks;
    }

    /** Accepts tokens signed with the private half of this key. */
    public static Tokens signedFor(RSAPublicKey key, String audience) {
        return new Tokens(new SingleKeyJWSKeySelector<>(JWSAlgorithm.RS256, key), audience);
    }

    /**
     * Accepts tokens signed with one of the keys published at this URL (RFC 7517). The keys are fetched on first use and
     * refreshed from time to time.
     *
     * @throws IllegalArgumentException if the URL is not an http or https URL
     */
    public static Tokens signedForKeysAt(URI jwks, String audience) {
        var keys = JWKSourceBuilder.create(url(jwks)).retrying(true).build();
        return new Tokens(new JWSVerificationKeySelector<>(JWSAlgorithm.RS256, keys), audience);
    }

    private static URL url(URI jwks) {
        try {
            if (jwks.getHost() != null && List.of("http", "https").contains(jwks.getScheme())) {
                return jwks.toURL();
            }
        } catch (MalformedURLException e) {
            // a malformed URL is not an http URL either
        }
        throw new IllegalArgumentException("is no http address");
    }

    /** Returns the scopes of the token; empty if the token is invalid for any reason. */
    Optional<Set<String>> scopesOf(String token) {
        try {
            return Optional.of(scopes(processor.process(token, null)));
        } catch (KeySourceException e) {
            LOG.log(System.Logger.Level.WARNING, "no token can be checked: {0}", e.getMessage());
            return Optional.empty();
        } catch (ParseException | BadJOSEException | JOSEException e) {
            return Optional.empty();
        }
    }

    /** Reads the scopes from {@code scope} or {@code scp}: space-separated (RFC 8693) or a list, depending on the issuer. */
    private static Set<String> scopes(JWTClaimsSet claims) {
        Object scope = claims.getClaim("scope") == null ? claims.getClaim("scp") : claims.getClaim("scope");
        if (scope instanceof Collection<?> list) {
            return list.stream().map(String::valueOf).collect(Collectors.toUnmodifiableSet());
        }
        return scope instanceof String text ? Set.copyOf(List.of(text.split(" "))) : Set.of();
    }
}

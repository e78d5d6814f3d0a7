package dev.layeredsaga.paymentstub.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;

/** Issues valid and invalid tokens. */
public final class TestIssuer {

    private final RSAKey key;

    public TestIssuer() {
        try {
            key = new RSAKeyGenerator(2048).keyID("1").generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a checker that accepts this issuer's tokens. */
    public Tokens tokens() {
        try {
            return Tokens.signedFor(key.toRSAPublicKey(), Tokens.AUDIENCE);
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    public String pem() {
        return "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded())
                + "\n-----END PUBLIC KEY-----\n";
    }

    /** Returns the public JWK set of this issuer. */
    public String keySet() {
        return new JWKSet(key).toPublicJWKSet().toString();
    }

    public String operator() {
        return signed(claims("operator").build());
    }

    public String customer() {
        return signed(claims("customer").build());
    }

    /** Returns the claims of a valid token with this scope. */
    public static JWTClaimsSet.Builder claims(String scope) {
        return new JWTClaimsSet.Builder()
                .subject("kim")
                .audience("layered-saga")
                .expirationTime(Date.from(Instant.now().plusSeconds(3600)))
                .claim("scope", scope);
    }

    public String signed(JWTClaimsSet claims) {
        return signed(JWSAlgorithm.RS256, claims);
    }

    public String signed(JWSAlgorithm algorithm, JWTClaimsSet claims) {
        try {
            return signed(algorithm, claims, new RSASSASigner(key));
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String signed(JWSAlgorithm algorithm, JWTClaimsSet claims, JWSSigner signer) throws JOSEException {
        var token = new SignedJWT(new JWSHeader.Builder(algorithm).keyID("1").build(), claims);
        token.sign(signer);
        return token.serialize();
    }

    /** Forges a token that is accepted by checkers that trust the algorithm in its header. */
    public String signedWithThePublicKeyAsSecret(byte[] secret) {
        try {
            return signed(JWSAlgorithm.HS256, claims("operator").build(), new MACSigner(secret));
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    public static String unsigned() {
        return new PlainJWT(claims("operator").build()).serialize();
    }

    public byte[] encoded() {
        try {
            return key.toRSAPublicKey().getEncoded();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }
}

package dev.layeredsaga.chassis.security;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.layeredsaga.chassis.autoconfigure.TokenAutoConfiguration;
import dev.layeredsaga.chassis.security.CachingJwtDecoder.UnverifiableTokenException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URISyntaxException;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.http.HttpHeaders;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtTypeValidator;

class IssuerKeysTest {

    private static final String JWT = "spring.security.oauth2.resourceserver.jwt.";
    private static final RSAKey KEY = key();

    private final AtomicInteger fetched = new AtomicInteger();
    private final CountDownLatch spoken = new CountDownLatch(1);
    private volatile boolean silent;
    private HttpServer issuer;

    @BeforeEach
    void start() throws IOException {
        issuer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        issuer.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        metadata("/.well-known/openid-configuration", "");
        issuer.createContext("/keys", this::keys);
        issuer.start();
    }

    @AfterEach
    void stop() {
        spoken.countDown();
        issuer.stop(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"issuer-uri=%s", "jwk-set-uri=%s/keys"})
    void verifyTokens(String setting) {
        with(setting, decoder -> {
            assertThat(decoder.decode(token("JWT", KEY.getKeyID(), "layered-saga"))
                            .getSubject())
                    .isEqualTo("mina");
            assertThat(decoder.decode(token("at+jwt", KEY.getKeyID(), "layered-saga"))
                            .getSubject())
                    .isEqualTo("mina");
            assertRefused(decoder, token("JWT", KEY.getKeyID(), "another"));
            assertRefused(decoder, token("logout+jwt", KEY.getKeyID(), "layered-saga"));
        });
    }

    /** RFC 8414, sections 3.1 and 5. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/realm/.well-known/openid-configuration",
                "/.well-known/openid-configuration/realm",
                "/.well-known/oauth-authorization-server/realm"
            })
    void areFoundWhereverTheIssuerHasItsMetadata(String address) {
        metadata(address, "/realm");
        with(
                "issuer-uri=%s/realm",
                decoder -> assertThat(decoder.decode(tokenOf("/realm")).getSubject())
                        .isEqualTo("mina"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "no JSON",
                "{\"issuer\": \"%s/other\", \"jwks_uri\": \"%s/keys\"}",
                "{\"issuer\": \"%s/realm\"}"
            })
    void areNotTakenFromAnyOtherMetadata(String metadata) {
        issuer.createContext(
                "/realm/.well-known/openid-configuration", exchange -> answer(exchange, metadata.replace("%s", url())));
        with("issuer-uri=%s/realm", decoder -> assertUnverifiable(decoder, tokenOf("/realm")));
        assertThat(fetched).hasValue(0);
    }

    @Test
    void areNotFetchedForASettingWithoutText() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(TokenAutoConfiguration.class))
                .withPropertyValues("http.managed=true", JWT + "issuer-uri=", JWT + "jwk-set-uri= ")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(JwtDecoder.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"issuer-uri=issuer", "issuer-uri=no scheme", "jwk-set-uri=keys"})
    void haveAnAddressFromTheStart(String setting) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(TokenAutoConfiguration.class))
                .withPropertyValues("http.managed=true", JWT + setting)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOfAny(IllegalArgumentException.class, URISyntaxException.class));
    }

    @Test
    void areFetchedAtMostTwiceMoreHoweverManyUnknownKeysAreSent() {
        with(
                "issuer-uri=%s",
                decoder -> {
                    var unused = decoder.decode(good());
                    int before = fetched.get();
                    for (int i = 0; i < 20; i++) {
                        assertRefused(decoder, token("JWT", UUID.randomUUID().toString(), "layered-saga"));
                    }
                    assertThat(fetched.get() - before).isBetween(1, 2);
                    assertThat(decoder.decode(good()).getSubject()).isEqualTo("mina");
                });
    }

    @Test
    void doNotHoldUpTokensWithAKnownKeyWhileTheyAreFetched() {
        with(
                "issuer-uri=%s",
                decoder -> {
                    var unused = decoder.decode(good());
                    silent = true;
                    FutureTask<Object> unknown =
                            new FutureTask<>(() -> decoder.decode(token("JWT", "unknown", "layered-saga")));
                    int before = fetched.get();
                    Thread.startVirtualThread(unknown);
                    while (fetched.get() == before) {
                        Thread.onSpinWait();
                    }
                    assertThat(decoder.decode(good()).getSubject()).isEqualTo("mina");
                    assertThat(unknown.isDone()).isFalse();
                });
    }

    @Test
    void areKeptWhileTheIssuerIsAway() {
        with(
                "issuer-uri=%s",
                decoder -> {
                    var unused = decoder.decode(good());
                    issuer.stop(0);
                    assertRefused(decoder, token("JWT", "unknown", "layered-saga"));
                    assertThat(decoder.decode(good()).getSubject()).isEqualTo("mina");
                });
    }

    @Test
    void areMissingWhileTheIssuerHasNeverAnswered() {
        issuer.stop(0);
        with(
                "issuer-uri=%s",
                decoder -> {
                    for (int i = 0; i < 5; i++) {
                        assertUnverifiable(decoder, good());
                    }
                });
    }

    private static void assertUnverifiable(JwtDecoder decoder, String token) {
        assertThatExceptionOfType(UnverifiableTokenException.class)
                .isThrownBy(() -> new CachingJwtDecoder(decoder).decode(token))
                .satisfies(IssuerKeysTest::isAnsweredWith503);
    }

    private static void isAnsweredWith503(UnverifiableTokenException failure) throws IOException {
        MockHttpServletResponse response = new MockHttpServletResponse();
        new SecurityProblems().commence(new MockHttpServletRequest(), response, failure);
        assertThat(response.getStatus()).isEqualTo(503);
        assertThat(response.getHeader(HttpHeaders.RETRY_AFTER)).isNotNull();
    }

    private static void assertRefused(JwtDecoder decoder, String token) {
        assertThatExceptionOfType(BadJwtException.class).isThrownBy(() -> decoder.decode(token));
    }

    private void with(String setting, Consumer<JwtDecoder> test) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(TokenAutoConfiguration.class))
                .withBean(JwtTypeValidator.class, IssuerKeysTest::types)
                .withPropertyValues("http.managed=true", JWT + setting.formatted(url()), JWT + "audiences=layered-saga")
                .run(context -> test.accept(context.getBean(JwtDecoder.class)));
    }

    private static JwtTypeValidator types() {
        return new JwtTypeValidator(List.of("JWT", "at+jwt"));
    }

    private String url() {
        return "http://127.0.0.1:" + issuer.getAddress().getPort();
    }

    private void metadata(String address, String path) {
        issuer.createContext(
                address,
                exchange -> answer(
                        exchange, "{\"issuer\": \"%1$s%2$s\", \"jwks_uri\": \"%1$s/keys\"}".formatted(url(), path)));
    }

    private void keys(HttpExchange exchange) throws IOException {
        fetched.incrementAndGet();
        if (silent) {
            awaitEnd();
        }
        answer(exchange, new JWKSet(KEY.toPublicJWK()).toString());
    }

    private void awaitEnd() {
        try {
            spoken.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void answer(HttpExchange exchange, String json) throws IOException {
        byte[] body = json.getBytes(UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private String good() {
        return token("JWT", KEY.getKeyID(), "layered-saga");
    }

    private String tokenOf(String path) {
        return token("JWT", KEY.getKeyID(), "layered-saga", path);
    }

    private String token(String type, String key, String audience) {
        return token(type, key, audience, "");
    }

    private String token(String type, String key, String audience, String path) {
        try {
            SignedJWT token = new SignedJWT(
                    new JWSHeader.Builder(JWSAlgorithm.RS256)
                            .type(new JOSEObjectType(type))
                            .keyID(key)
                            .build(),
                    new JWTClaimsSet.Builder()
                            .issuer(url() + path)
                            .subject("mina")
                            .audience(audience)
                            .jwtID(UUID.randomUUID().toString())
                            .expirationTime(Date.from(Instant.now().plusSeconds(600)))
                            .build());
            token.sign(new RSASSASigner(KEY));
            return token.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private static RSAKey key() {
        try {
            return new RSAKeyGenerator(2048).keyID("known").generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }
}

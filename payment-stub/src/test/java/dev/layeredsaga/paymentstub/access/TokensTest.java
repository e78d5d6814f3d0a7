package dev.layeredsaga.paymentstub.access;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokensTest {

    private static final TestIssuer ISSUER = new TestIssuer();

    static final List<Forgery> FORGERIES = List.of(
            new Forgery("unsigned", TestIssuer.unsigned()),
            new Forgery("HMAC with the key as DER", ISSUER.signedWithThePublicKeyAsSecret(ISSUER.encoded())),
            new Forgery(
                    "HMAC with the key as PEM",
                    ISSUER.signedWithThePublicKeyAsSecret(ISSUER.pem().getBytes(US_ASCII))),
            new Forgery("another issuer's", new TestIssuer().operator()),
            new Forgery(
                    "by another algorithm",
                    ISSUER.signed(
                            JWSAlgorithm.PS256, TestIssuer.claims("operator").build())),
            new Forgery(
                    "for somebody else",
                    ISSUER.signed(TestIssuer.claims("operator").audience("shop").build())),
            new Forgery(
                    "for nobody",
                    ISSUER.signed(TestIssuer.claims("operator")
                            .audience((String) null)
                            .build())),
            new Forgery(
                    "past its end",
                    ISSUER.signed(TestIssuer.claims("operator")
                            .expirationTime(inSeconds(-90))
                            .build())),
            new Forgery(
                    "without an end",
                    ISSUER.signed(
                            TestIssuer.claims("operator").expirationTime(null).build())),
            new Forgery(
                    "not yet",
                    ISSUER.signed(TestIssuer.claims("operator")
                            .notBeforeTime(inSeconds(90))
                            .build())),
            new Forgery("with another's claims", swapped(ISSUER.customer(), ISSUER.operator())),
            new Forgery("without its signature", ISSUER.operator().replaceAll("[^.]+$", "")),
            new Forgery("nonsense", "x.y.z"),
            new Forgery("nothing", ""));

    private static Date inSeconds(int seconds) {
        return Date.from(Instant.now().plusSeconds(seconds));
    }

    /** Returns a token with the header and signature of one and the claims of the other. */
    private static String swapped(String signed, String claims) {
        String[] parts = signed.split("\\.", 3);
        return parts[0] + "." + claims.split("\\.", 3)[1] + "." + parts[2];
    }

    @ParameterizedTest
    @FieldSource("FORGERIES")
    void rejectsATokenThatIs(Forgery forgery) {
        assertThat(ISSUER.tokens().scopesOf(forgery.token())).isEmpty();
    }

    @Test
    void allowWhatTheirScopesSay() {
        var listed = TestIssuer.claims("").claim("scope", null).claim("scp", List.of("a", "operator"));

        assertThat(ISSUER.tokens().scopesOf(ISSUER.operator())).hasValueSatisfying(hasOnly("operator"));
        assertThat(ISSUER.tokens()
                        .scopesOf(ISSUER.signed(TestIssuer.claims("a b").build())))
                .hasValueSatisfying(hasOnly("a", "b"));
        assertThat(ISSUER.tokens().scopesOf(ISSUER.signed(listed.build())))
                .hasValueSatisfying(hasOnly("a", "operator"));
        assertThat(ISSUER.tokens()
                        .scopesOf(ISSUER.signed(
                                TestIssuer.claims("").claim("scope", 7).build())))
                .hasValueSatisfying(hasOnly());
    }

    private static java.util.function.Consumer<java.util.Set<String>> hasOnly(String... scopes) {
        return actual -> assertThat(actual).containsExactlyInAnyOrder(scopes);
    }

    @Test
    void areCheckedWithKeysThatAreFetchedWhenNeeded() throws IOException {
        var fetched = new AtomicInteger();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/keys", exchange -> {
            fetched.incrementAndGet();
            byte[] keys = ISSUER.keySet().getBytes(UTF_8);
            exchange.sendResponseHeaders(200, keys.length);
            exchange.getResponseBody().write(keys);
            exchange.close();
        });
        server.start();
        try {
            Tokens tokens = Tokens.signedForKeysAt(
                    URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/keys"), "layered-saga");

            assertThat(fetched).hasValue(0);
            assertThat(tokens.scopesOf(ISSUER.operator())).isPresent();
            assertThat(tokens.scopesOf(ISSUER.operator())).isPresent();
            assertThat(tokens.scopesOf(new TestIssuer().operator())).isEmpty();
            assertThat(tokens.scopesOf(TestIssuer.unsigned())).isEmpty();
            assertThat(fetched).hasValue(1);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void rejectsTokensWhileTheKeysCannotBeFetched() {
        Tokens tokens = Tokens.signedForKeysAt(URI.create("http://127.0.0.1:1/keys"), "layered-saga");

        assertThat(tokens.scopesOf(ISSUER.operator())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "keys", "file:///etc/passwd", "http:keys", "ftp://host/keys"})
    void needAnHttpAddressForTheirKeys(String address) {
        assertThatThrownBy(() -> Tokens.signedForKeysAt(URI.create(address), "layered-saga"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** A token that is not signed by the issuer, not currently valid, or not for this audience. */
    record Forgery(String name, String token) {

        @Override
        public String toString() {
            return name;
        }
    }
}

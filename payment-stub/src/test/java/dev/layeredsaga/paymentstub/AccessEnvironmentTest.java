package dev.layeredsaga.paymentstub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.paymentstub.access.AccessPolicy;
import dev.layeredsaga.paymentstub.access.AccessPolicy.Verdict;
import dev.layeredsaga.paymentstub.access.AccessPolicy.Zone;
import dev.layeredsaga.paymentstub.access.TestIssuer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessEnvironmentTest {

    private static final String KEY = "key-of-the-orchestrator";
    private static final TestIssuer ISSUER = new TestIssuer();

    @TempDir
    private Path directory;

    private Path pem = Path.of("");

    @BeforeEach
    void writeKey() throws IOException {
        pem = Files.writeString(directory.resolve("key.pem"), ISSUER.pem());
    }

    @Test
    void isOpenWithoutVariables() {
        assertThat(AccessEnvironment.read(Map.of())).isEqualTo(AccessPolicy.OPEN);
        assertThat(AccessEnvironment.read(Map.of("PAYMENT_STUB_API_KEYS", " ", "PAYMENT_STUB_JWT_PUBLIC_KEY", "")))
                .isEqualTo(AccessPolicy.OPEN);
    }

    @Test
    void namesKeysAndClosesTheRest() {
        AccessPolicy access = AccessEnvironment.read(Map.of("PAYMENT_STUB_API_KEYS", KEY + " , next-" + KEY));

        assertThat(access.check(Zone.GATEWAY, KEY)).isEqualTo(Verdict.ALLOWED);
        assertThat(access.check(Zone.GATEWAY, "next-" + KEY)).isEqualTo(Verdict.ALLOWED);
        assertThat(access.check(Zone.OPERATORS, KEY)).isEqualTo(Verdict.FORBIDDEN);
        assertThat(access.check(Zone.OPERATORS, ISSUER.operator())).isEqualTo(Verdict.INVALID);
        assertThat(access.summary()).isEqualTo("its /v1 for API keys, the rest closed");
    }

    @Test
    void namesTheKeyOfTheIssuerByItsPathOrAsAUri() {
        for (String place : new String[] {pem.toString(), pem.toUri().toString()}) {
            AccessPolicy access = AccessEnvironment.read(Map.of("PAYMENT_STUB_JWT_PUBLIC_KEY", place));

            assertThat(access.check(Zone.OPERATORS, ISSUER.operator())).isEqualTo(Verdict.ALLOWED);
            assertThat(access.check(Zone.GATEWAY, ISSUER.operator())).isEqualTo(Verdict.ALLOWED);
            assertThat(access.check(Zone.GATEWAY, KEY)).isEqualTo(Verdict.INVALID);
        }
    }

    @Test
    void namesTheAudience() {
        var environment =
                Map.of("PAYMENT_STUB_JWT_PUBLIC_KEY", pem.toString(), "PAYMENT_STUB_JWT_AUDIENCE", "another-gateway");
        String token = ISSUER.signed(
                TestIssuer.claims("operator").audience("another-gateway").build());

        assertThat(AccessEnvironment.read(environment).check(Zone.OPERATORS, token))
                .isEqualTo(Verdict.ALLOWED);
        assertThat(AccessEnvironment.read(environment).check(Zone.OPERATORS, ISSUER.operator()))
                .isEqualTo(Verdict.INVALID);
    }

    @ParameterizedTest
    @CsvSource({
        "PAYMENT_STUB_API_KEYS,       short",
        "PAYMENT_STUB_JWT_PUBLIC_KEY, /nowhere/key.pem",
        "PAYMENT_STUB_JWT_PUBLIC_KEY, file:key.pem",
        "PAYMENT_STUB_JWT_JWKS_URI,   nowhere",
        "PAYMENT_STUB_JWT_JWKS_URI,   http://[",
    })
    void isRefusedIfItMakesNoSense(String name, String value) {
        assertThatThrownBy(() -> AccessEnvironment.read(Map.of(name, value)))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageStartingWith(name);
    }

    @Test
    void namesOneIssuerAtMost() {
        var both = Map.of(
                "PAYMENT_STUB_JWT_PUBLIC_KEY", pem.toString(), "PAYMENT_STUB_JWT_JWKS_URI", "http://localhost/keys");

        assertThatThrownBy(() -> AccessEnvironment.read(both))
                .isInstanceOf(InvalidSettings.class)
                .hasMessage("PAYMENT_STUB_JWT_PUBLIC_KEY and PAYMENT_STUB_JWT_JWKS_URI are both set");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1"})
    void rejectsAPublicAddressWithoutCredentials(String address) {
        StubSettings open = StubSettings.from(Map.of("PAYMENT_STUB_ADDRESS", address));
        StubSettings closed = StubSettings.from(Map.of("PAYMENT_STUB_ADDRESS", address, "PAYMENT_STUB_API_KEYS", KEY));

        assertThatThrownBy(() -> PaymentStubServer.start(open))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("only with credentials: set PAYMENT_STUB_API_KEYS");
        assertThat(closed.socketAddress().getAddress().isLoopbackAddress()).isFalse();
    }

    @Test
    void listensOnLoopbackOnlyWithoutCredentials() {
        StubSettings open = StubSettings.from(Map.of());
        StubSettings closed = StubSettings.from(Map.of("PAYMENT_STUB_API_KEYS", KEY));

        assertThat(open.socketAddress().getAddress().getHostAddress()).isEqualTo("127.0.0.1");
        assertThat(closed.socketAddress().getAddress().isAnyLocalAddress()).isTrue();
    }

    @Test
    void startsTheProgramOrEndsItWithOneLine() throws IOException {
        Process process = StubProcess.launch(Map.of("PAYMENT_STUB_PORT", "0", "PAYMENT_STUB_ADDRESS", "0.0.0.0"));

        assertThat(StubProcess.errors(process))
                .isEqualTo("payment-stub: listens on 0.0.0.0 only with credentials: set PAYMENT_STUB_API_KEYS, and"
                        + " PAYMENT_STUB_JWT_PUBLIC_KEY or PAYMENT_STUB_JWT_JWKS_URI\n");
        assertThat(process.onExit().join().exitValue()).isEqualTo(1);
    }
}

package dev.layeredsaga.paymentstub;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessOverHttpTest {

    private static final String KEY = "key-of-the-orchestrator";
    private static final String NEXT_KEY = "next-key-of-the-orchestrator";

    @RegisterExtension
    static final RunningStub stub = new RunningStub(List.of(KEY, NEXT_KEY));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/payments?idempotencyKey=k",
                "/v1/nowhere",
                "/faults",
                "/ledger",
                "/audit",
                "/calls?orderId=o",
                "/webhooks",
                "/nowhere",
                "/__admin/",
                "/__admin/docs",
                "/__admin/swagger-ui/",
                "/__files/x",
                "/__admin/mappings",
                "/__admin/requests",
                "/__admin/health",
            })
    void rejectsUnauthenticatedRequests(String path) throws IOException {
        var reply = stub.send(stub.bareRequest(path));

        assertThat(reply.status()).isEqualTo(401);
        assertThat(reply.header("WWW-Authenticate")).isEqualTo("Bearer");
        assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(reply.header("Payment-Stub")).isEqualTo("true");
        assertThat(reply.code()).isEqualTo("UNAUTHENTICATED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/actuator/health/readiness", "/openapi.yaml", "/docs", "/docs/swagger-ui.css"})
    void servesPublicPathsWithoutCredentials(String path) throws IOException {
        assertThat(stub.send(stub.bareRequest(path)).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//v1/faults",
                "/v1/../faults",
                "/v1/%2e%2e/faults",
                "/docs/../faults",
                "/actuator/health/../../faults",
                "/actuator/health/..;/..;/faults",
                "/%66aults",
                "/faults;/v1/",
                "/faults?/v1/",
                "/faults/",
                "/v1/../__admin/requests",
                "/docs/../__admin/requests",
                "/docs/%2e%2e/__admin/requests",
                "/%5f_admin/requests",
                "//__admin/requests",
                "/__admin;/requests",
                "/__admin/swagger-ui/../requests",
            })
    void isNotBypassedByAnotherSpellingOfThePath(String path) throws IOException {
        assertThat(stub.send(stub.bareRequest(path)).body()).doesNotContain("\"faults\"", "\"requests\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer", "Bearer ", "Bearer x", "bearer key-of-the-orchestratoR", "Bearer x, Bearer y"})
    void rejectsInvalidCredentials(String authorization) throws IOException {
        var reply = stub.send(stub.bareRequest("/v1/payments?idempotencyKey=k").header("Authorization", authorization));

        assertThat(reply.status()).isEqualTo(401);
        assertThat(reply.header("WWW-Authenticate")).isEqualTo("Bearer error=\"invalid_token\"");
    }

    @Test
    void rejectsOtherAuthenticationSchemes() throws IOException {
        var reply = stub.send(stub.bareRequest("/faults").header("Authorization", "Basic a2ltOmtpbQ=="));

        assertThat(reply.status()).isEqualTo(401);
        assertThat(reply.header("WWW-Authenticate")).isEqualTo("Bearer");
    }

    @Test
    void rejectsTwoCredentials() throws IOException {
        var reply = stub.send(stub.bareRequest("/v1/payments?idempotencyKey=k")
                .header("Authorization", "Bearer " + KEY)
                .header("Authorization", "Bearer x"));

        assertThat(reply.status()).isEqualTo(401);
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/payments?idempotencyKey=k, 200",
        "/v1/nowhere,                   404",
        "/faults,                       200",
        "/ledger,                       200",
        "/nowhere,                      404",
        "/__admin/requests,             200",
    })
    void isOpenToEveryKey(String path, int status) throws IOException {
        assertThat(withBearer(path, KEY).status()).isEqualTo(status);
        assertThat(withBearer(path, NEXT_KEY).status()).isEqualTo(status);
    }

    @Test
    void neitherCountsNorFaultsUnauthenticatedRequests() throws IOException {
        stub.setFault(Map.of("scenario", "unavailable_503", "times", 1));

        var unauthenticated = stub.send(stub.bareRequest("/v1/payments")
                .header("Idempotency-Key", "k-unauthenticated")
                .POST(BodyPublishers.ofString(RunningStub.body("unauthenticated", "pm_ok"))));

        assertThat(unauthenticated.status()).isEqualTo(401);
        assertThat(stub.get("/faults").json().at("/faults/0/struck").asInt(-1)).isZero();
        assertThat(stub.get("/calls?orderId=unauthenticated")
                        .json()
                        .path("payments")
                        .asInt(-1))
                .isZero();
        assertThat(stub.ledger("unauthenticated").texts("entries", "type")).isEmpty();
        assertThat(stub.pay("k-unauthenticated", "unauthenticated", "pm_ok").status())
                .isEqualTo(503);
    }

    @Test
    void keepsCredentialsOutOfTheRequestJournal() throws IOException {
        assertThat(withBearer("/v1/payments?idempotencyKey=seen", KEY).status()).isEqualTo(200);

        assertThat(stub.get("/__admin/requests").body())
                .contains("idempotencyKey=seen")
                .doesNotContain(KEY, "Authorization");
    }

    @Test
    void servesRefunds() throws IOException {
        String payment = stub.capture("refunded", "pm_ok");

        assertThat(stub.refund("r-refunded", payment, null).status()).isEqualTo(201);
    }

    private static Reply withBearer(String path, String credentials) throws IOException {
        return stub.send(stub.bareRequest(path).header("Authorization", "Bearer " + credentials));
    }
}

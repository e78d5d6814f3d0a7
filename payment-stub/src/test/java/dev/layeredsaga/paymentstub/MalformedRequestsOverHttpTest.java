package dev.layeredsaga.paymentstub;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Invalid requests, each answered with a problem that names the error. */
class MalformedRequestsOverHttpTest {

    @RegisterExtension
    static final RunningStub stub = new RunningStub();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"scenario\":\"outage\",\"probability\":NaN}              | 400 | MALFORMED_REQUEST   | ``",
                "{\"scenario\":\"outage\",\"probability\":\"NaN\"}          | 422 | INVALID_PROBABILITY | probability",
                "{\"scenario\":\"outage\",\"probability\":1e400}            | 422 | INVALID_PROBABILITY | probability",
                "{\"scenario\":\"outage\",\"seed\":9223372036854775808}     | 400 | MALFORMED_REQUEST   | seed",
                "{\"scenario\":\"outage\",\"times\":-1}                     | 422 | INVALID_TIMES       | times",
                "{\"scenario\":\"outage\",\"times\":2147483648}             | 400 | MALFORMED_REQUEST   | times",
                "{\"scenario\":\"outage\",\"delayMillis\":3600001}          | 422 | INVALID_DELAY       | delayMillis",
                "{\"scenario\":\"outage\",\"delayMillis\":9223372036854775807} | 422 | INVALID_DELAY    | delayMillis",
                "{\"scenario\":\"outage\",\"times\":1,\"times\":2}          | 400 | MALFORMED_REQUEST   | ``",
                "{\"scenario\":\"outage\",\"probabilty\":0.5}               | 422 | UNKNOWN_FIELD       | probabilty",
                "{\"scenario\":\"outage\",\"delay\":5}                      | 422 | UNKNOWN_FIELD       | delay",
                "{\"scenario\":\"outage\",\"seed\":\"\"}                      | 400 | MALFORMED_REQUEST   | seed",
                "{\"scenario\":\"outage\",\"probability\":\"\"}               | 400 | MALFORMED_REQUEST   | probability",
                "{\"scenario\":5}                                           | 400 | MALFORMED_REQUEST   | scenario",
                "``                                                         | 422 | UNKNOWN_SCENARIO    | scenario",
                "null                                                       | 422 | UNKNOWN_SCENARIO    | scenario",
            })
    void aFaultThatMakesNoSenseIsNamed(String body, int status, String code, String field) throws IOException {
        isProblem(stub.send(stub.request("/faults").PUT(BodyPublishers.ofString(body))), status, code, field);
        assertThat(stub.get("/faults").json().path("faults")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"If-Match", "If-None-Match", "If-Unmodified-Since"})
    void aPreconditionIsRefused(String header) throws IOException {
        var request =
                stub.request("/faults").header(header, "*").PUT(BodyPublishers.ofString("{\"scenario\":\"outage\"}"));

        isProblem(stub.send(request), 400, "MALFORMED_REQUEST", header);
        assertThat(stub.get("/faults").json().path("faults")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "0,                    422, INVALID_AMOUNT",
        "-1,                   422, INVALID_AMOUNT",
        "1991,                 422, REFUND_EXCEEDS_CAPTURE",
        "9223372036854775807,  422, REFUND_EXCEEDS_CAPTURE",
        "9223372036854775808,  400, MALFORMED_REQUEST",
        "1e30,                 400, MALFORMED_REQUEST",
        "0.5,                  400, MALFORMED_REQUEST",
        "true,                 400, MALFORMED_REQUEST",
    })
    void aRefundThatMakesNoSenseIsRefused(String amount, int status, String code) throws IOException {
        String payment = stub.capture("refund" + amount, "pm_ok");
        var reply = stub.post("/v1/payments/" + payment + "/refunds", "r" + amount, "{\"amount\":" + amount + "}");

        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.code()).isEqualTo(code);
        assertThat(stub.ledger("refund" + amount).texts("entries", "type")).containsExactly("CAPTURED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775808", "1e30", "-9223372036854775809"})
    void anAmountNoLongCanHoldIsMalformed(String amount) throws IOException {
        var reply = stub.post(
                "/v1/payments", "overflow", RunningStub.body("o", "pm_ok").replace("1990", amount));

        isProblem(reply, 400, "MALFORMED_REQUEST", "amount");
    }

    @Test
    void theLargestAmountIsCapturedAndRefunded() throws IOException {
        String body = RunningStub.body("largest", "pm_ok").replace("1990", "9223372036854775807");
        String payment = stub.post("/v1/payments", "largest", body).text("paymentId");

        assertThat(stub.refund("r-largest", payment, null).status()).isEqualTo(201);
        assertThat(stub.get("/audit?orderId=largest").json().path("holds").asBoolean())
                .isTrue();
    }

    @Test
    void anUnknownFieldOfAPaymentIsNamed() throws IOException {
        String body = RunningStub.body("o", "pm_ok").replace("\"orderId\"", "\"orderID\"");

        isProblem(stub.post("/v1/payments", "unknown", body), 422, "UNKNOWN_FIELD", "orderID");
    }

    @ParameterizedTest
    @CsvSource({"0, 400", "255, 201", "256, 400", "4000, 400"})
    void aKeyHas1To255Characters(int length, int status) throws IOException {
        var reply = stub.pay("k".repeat(length), "length-" + length, "pm_ok");

        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.code()).isEqualTo(status == 400 ? "INVALID_IDEMPOTENCY_KEY" : "");
    }

    @Test
    void aHeaderBeyondAllMeasureIsRefusedByTheServer() throws IOException {
        assertThat(stub.pay("k".repeat(100_000), "header", "pm_ok").status()).isEqualTo(431);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/payments", "/v1/payments/01900000-0000-7000-8000-000000000000/refunds"})
    void anEmptyBodyIsAnEmptyObject(String path) throws IOException {
        var reply = stub.post(path, "empty", "");

        assertThat(reply.status()).isIn(404, 422);
        assertThat(reply.code()).isIn("INVALID_ORDER_ID", "UNKNOWN_PAYMENT");
    }

    @Test
    void aBodyTooLargeIsRefused() throws IOException {
        var reply = stub.post("/v1/payments", "huge", "{\"orderId\":\"" + "o".repeat(1_000_000) + "\"}");

        isProblem(reply, 413, "REQUEST_TOO_LARGE", "body");
    }

    @Test
    void refusesABodyOfUnknownLengthThatGrowsTooLarge() throws IOException {
        byte[] huge = "[".repeat(1_000_000).getBytes(UTF_8);
        var chunked = BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(huge));

        var reply = stub.send(stub.request("/faults").PUT(chunked));

        isProblem(reply, 413, "REQUEST_TOO_LARGE", "body");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/docs", "/openapi.yaml", "/", "/actuator/health/readiness"})
    void readsNoBodyAtAnOpenAddress(String path) throws IOException {
        var reply = stub.send(stub.request(path).method("GET", BodyPublishers.ofString("{}")));

        isProblem(reply, 413, "REQUEST_TOO_LARGE", "body");
    }

    @ParameterizedTest
    @CsvSource({
        "Content-Encoding, gzip,                           Content-Encoding",
        "Content-Encoding, br,                             Content-Encoding",
        "Content-Type,     application/json;charset=nope,  Content-Type",
        "Content-Type,     application/json;charset=***,   Content-Type",
        "Content-Type,     multipart/form-data,            Content-Type",
    })
    void namesTheHeaderOfABodyItCannotRead(String header, String value, String field) throws IOException {
        var faults = stub.request("/faults").header(header, value).PUT(BodyPublishers.ofString("{}"));

        isProblem(stub.send(faults), 415, "UNSUPPORTED_MEDIA_TYPE", field);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/docs?%zz=1", "/ledger?orderId=%", "/__admin/mappings?a=%f"})
    void refusesAQueryWithAnIncompleteEscape(String target) throws IOException {
        assertThat(OneRequest.get(stub.port(), target))
                .startsWith("HTTP/1.1 400 ")
                .contains("application/problem+json", "\"code\":\"MALFORMED_REQUEST\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"GET * HTTP/1.1", "GET * HTTP/1.1\r\nAccept: image/png", "PUT * HTTP/1.1", "DELETE * HTTP/1.1"})
    void answersARequestForNoResourceWithAProblem(String start) throws IOException {
        String request = start + "\r\nHost: localhost\r\nConnection: close\r\n\r\n";

        assertThat(OneRequest.send(stub.port(), request))
                .startsWith("HTTP/1.1 400 ")
                .contains("application/problem+json", "\"code\":\"MALFORMED_REQUEST\"");
    }

    /** Connects within 800 ms: a client rejected by a full accept queue retries only after a second. */
    @Test
    void hasAPlaceForEachOfManyConnectionsAtOnce() throws IOException {
        var place = new InetSocketAddress(InetAddress.getLoopbackAddress(), stub.port());
        List<Socket> connections = new ArrayList<>();
        try {
            for (int i = 0; i < 500; i++) {
                Socket connection = new Socket();
                connections.add(connection);
                connection.connect(place, 800);
            }
        } finally {
            for (Socket connection : connections) {
                connection.close();
            }
        }
        assertThat(stub.get("/faults").status()).isEqualTo(200);
    }

    @Test
    void refusesABodyThatIsNotInTheChunksItShouldBeIn() throws IOException {
        String request =
                "PUT /faults HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n";

        assertThat(OneRequest.send(stub.port(), request))
                .startsWith("HTTP/1.1 400 ")
                .contains("application/problem+json", "\"code\":\"MALFORMED_REQUEST\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/docs", "/faults"})
    void refusesALargeBodyWithoutWaitingForTheRestOfIt(String path) throws IOException {
        String request = "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n"
                + "x".repeat(100_000);

        assertThat(OneRequest.statusLineOf(stub.port(), request)).startsWith("HTTP/1.1 413 ");
    }

    @Test
    void aBodyTooDeepIsMalformed() throws IOException {
        assertThat(stub.post("/v1/payments", "deep", "{\"a\":".repeat(5_000)).status())
                .isBetween(400, 422);
    }

    @ParameterizedTest
    @CsvSource({
        "DELETE, /v1/payments,                                   'GET, POST'",
        "PUT,    /v1/payments?idempotencyKey=k,                  'GET, POST'",
        "GET,    /v1/payments/01900000-0000-7000-8000-000000000000/refunds, POST",
        "POST,   /faults,                                        'DELETE, GET, PUT'",
        "POST,   /ledger,                                        GET",
        "DELETE, /audit,                                         GET",
        "PUT,    /calls?orderId=o,                               GET",
        "POST,   /,                                              GET",
    })
    void aWrongMethodIsAnsweredWithTheAllowedOnes(String method, String path, String allowed) throws IOException {
        var reply = stub.send(stub.request(path).method(method, BodyPublishers.noBody()));

        assertThat(reply.status()).isEqualTo(405);
        assertThat(reply.code()).isEqualTo("METHOD_NOT_ALLOWED");
        assertThat(reply.header("Allow")).isEqualTo(allowed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/__admin/mappings", "/__admin/requests"})
    void wireMocksAdminApiIsThere(String path) throws IOException {
        assertThat(stub.get(path).status()).isEqualTo(200);
    }

    private static void isProblem(Reply reply, int status, String code, String field) {
        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(reply.code()).isEqualTo(code);
        assertThat(reply.text("field")).isEqualTo(field);
    }
}

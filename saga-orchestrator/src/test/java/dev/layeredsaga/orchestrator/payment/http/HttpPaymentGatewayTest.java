package dev.layeredsaga.orchestrator.payment.http;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.equalToJson;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.jsonResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static com.github.tomakehurst.wiremock.stubbing.Scenario.STARTED;
import static dev.layeredsaga.orchestrator.payment.http.GatewayOverHttp.KEY;
import static dev.layeredsaga.orchestrator.payment.http.GatewayOverHttp.ORDER;
import static dev.layeredsaga.orchestrator.payment.http.GatewayOverHttp.PRICE;
import static dev.layeredsaga.orchestrator.payment.http.GatewayOverHttp.REQUEST;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import dev.layeredsaga.contract.Money;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Captured;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.ChargeResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Declined;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Inquiry;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotFound;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotMade;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.RefundResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Unknown;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpPaymentGatewayTest {

    private static final GatewayOverHttp HTTP = new GatewayOverHttp();

    private static final String CAPTURED = """
            {"paymentId": "p-1", "orderId": "%s", "amount": 1990, "currency": "KRW", "status": "CAPTURED",
             "idempotencyKey": "%s", "capturedAt": "2026-01-01T12:00:00Z"}
            """.formatted(ORDER, KEY);

    @BeforeEach
    void reset() {
        HTTP.reset();
    }

    @AfterAll
    static void close() {
        HTTP.close();
    }

    @Test
    void captures() {
        whenCharged(jsonResponse(CAPTURED, 201));

        assertThat(charge()).isEqualTo(new Captured("p-1", PRICE));
        HTTP.server.verify(postRequestedFor(urlPathEqualTo("/v1/payments"))
                .withHeader("Idempotency-Key", equalTo(KEY))
                .withRequestBody(equalToJson("""
                                {"orderId": "%s", "amount": 1990, "currency": "KRW", "method": "pm_ok"}
                                """.formatted(ORDER))));
    }

    @Test
    void isDeclined() {
        whenCharged(problem(402, "insufficient_funds"));

        assertThat(charge()).isEqualTo(new Declined("insufficient_funds"));
        expectCharges(1);
    }

    @Test
    void doesNotKnowWhileTheGatewayStillWorksOnTheKey() {
        whenCharged(problem(409, "IDEMPOTENCY_KEY_IN_FLIGHT"));

        assertThat(charge()).isInstanceOf(Unknown.class);
        expectCharges(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void isTurnedAwayForAsLongAsTheGatewaySays(int status) {
        whenCharged(problem(status, "RATE_LIMITED").withHeader("Retry-After", "7"));

        assertThat(charge()).isEqualTo(new NotMade("the gateway answered " + status, Duration.ofSeconds(7)));
        expectCharges(1);
    }

    @Test
    void doesNotMindARetryAfterThatItCannotRead() {
        whenCharged(problem(503, "X").withHeader("Retry-After", "Wed, 21 Oct 2026 07:28:00 GMT"));

        assertThat(charge()).isEqualTo(new NotMade("the gateway answered 503", null));
    }

    @Test
    void triesAFailureAgainWithTheSameKey() {
        whenChargedFirstAndThen(problem(500, "GATEWAY_ERROR"), jsonResponse(CAPTURED, 201));
        whenAsked("{\"payments\": [%s]}".formatted(payment("p-1", "CAPTURED", 0)));

        assertThat(charge()).isEqualTo(new Captured("p-1", PRICE));
        HTTP.server.verify(
                2, postRequestedFor(urlPathEqualTo("/v1/payments")).withHeader("Idempotency-Key", equalTo(KEY)));
    }

    /** As of a gateway whose deduplication comes too late. */
    @Test
    void doesNotBelieveInACaptureBesideAnotherOne() {
        whenChargedFirstAndThen(problem(500, "GATEWAY_ERROR"), jsonResponse(CAPTURED, 201));
        whenAsked("{\"payments\": [%s, %s]}".formatted(payment("p-0", "CAPTURED", 0), payment("p-1", "CAPTURED", 0)));

        assertThat(charge()).isEqualTo(new Unknown("2 captured payments under one key"));
    }

    @Test
    void doesNotKnowAfterThreeFailures() {
        whenCharged(problem(500, "GATEWAY_ERROR"));

        assertThat(charge()).isEqualTo(new Unknown("the gateway answered 500"));
        expectCharges(3);
    }

    @Test
    void doesNotSayThatNothingWasMadeWhenOnlyTheLastTryWasTurnedAway() {
        whenChargedFirstAndThen(problem(500, "GATEWAY_ERROR"), problem(503, "GATEWAY_UNAVAILABLE"));

        assertThat(charge()).isEqualTo(new Unknown("the gateway answered 500"));
    }

    static Stream<ResponseDefinitionBuilder> slowAnswers() {
        return Stream.of(
                jsonResponse(CAPTURED, 201).withFixedDelay(3_000),
                jsonResponse(CAPTURED, 201).withChunkedDribbleDelay(40, 4_000));
    }

    @ParameterizedTest
    @MethodSource("slowAnswers")
    void doesNotWaitForAnAnswerThatTakesTooLong(ResponseDefinitionBuilder answer) {
        try (GatewayOverHttp impatient = GatewayOverHttp.impatient()) {
            impatient.server.stubFor(post(urlPathEqualTo("/v1/payments")).willReturn(answer));

            assertThat(impatient.gateway().charge(KEY, REQUEST)).isInstanceOf(Unknown.class);
            impatient.server.verify(1, postRequestedFor(urlPathEqualTo("/v1/payments")));
        }
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void doesNotKnowWhenTheConnectionBreaks(Fault fault) {
        whenCharged(aResponse().withFault(fault));

        assertThat(charge()).isInstanceOf(Unknown.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "42",
                "{\"status\":\"CAPTURED\",\"orderId\":\"",
                "{}",
                "{\"status\": null}",
                "{\"paymentId\": \"p-1\", \"status\": \"PENDING\", \"amount\": 1990}",
                "{\"status\": \"CAPTURED\", \"amount\": 1990, \"currency\": \"KRW\"}",
                "{\"paymentId\": \"p-1\", \"status\": \"CAPTURED\", \"amount\": 1990}",
                "{\"paymentId\": \"p-1\", \"status\": \"CAPTURED\", \"currency\": \"KRW\"}",
                "{\"paymentId\": \"p-1\", \"status\": \"CAPTURED\", \"amount\": -1, \"currency\": \"KRW\"}",
                "{\"paymentId\": \"p-1\", \"status\": \"CAPTURED\", \"amount\": 1990, \"currency\": \"won\"}",
                "{\"paymentId\": \"p-1\", \"status\": \"CAPTURED\", \"amount\": 1, \"amount\": 1990, \"currency\": \"KRW\"}"
            })
    void doesNotKnowWhenTheAnswerMakesNoSense(String body) {
        whenCharged(jsonResponse(body, 201));

        assertThat(charge()).isInstanceOf(Unknown.class);
        expectCharges(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 400, 408, 410, 422})
    void doesNotTakeForADeclineWhatIsNone(int status) {
        whenCharged(problem(status, "DUPLICATE_TRANSACTION"));

        assertThat(charge()).isInstanceOf(Unknown.class);
        expectCharges(1);
    }

    /** Or a customer with an odd payment method could stop the others' payments. */
    @Test
    void doesNotTakeARefusalForAnOutage() {
        whenCharged(problem(422, "ODD_METHOD"));
        for (int i = 0; i < 60; i++) {
            assertThat(charge())
                    .isEqualTo(new Unknown("the gateway answered 422 with code ODD_METHOD, which is no decline"));
        }

        assertThat(HTTP.circuitBreaker().getState()).isEqualTo(State.CLOSED);
    }

    @Test
    void isDeclinedByACodeOnTheList() {
        whenCharged(problem(422, "UNKNOWN_PAYMENT_METHOD"));

        assertThat(charge()).isEqualTo(new Declined("UNKNOWN_PAYMENT_METHOD"));
    }

    /** As of a gateway that knows transactions by more than the key. */
    @ParameterizedTest
    @CsvSource({"422, DUPLICATE_TRANSACTION", "402, insufficient_funds", "422, UNKNOWN_PAYMENT_METHOD", "404, NOT_FOUND"
    })
    void doesNotBelieveARefusalAfterATryThatMayHaveCaptured(int status, String code) {
        whenChargedFirstAndThen(problem(500, "GATEWAY_ERROR"), problem(status, code));

        assertThat(charge()).isInstanceOf(Unknown.class);
        expectCharges(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {404, 405, 407, 421, 425})
    void isNotMadeByWhatStandsBeforeTheGateway(int status) {
        whenCharged(aResponse().withStatus(status).withBody("<html>"));

        assertThat(charge()).isEqualTo(new NotMade("the gateway answered " + status, null));
        expectCharges(1);
    }

    @Test
    void shortensACodeThatIsTooLong() {
        whenCharged(problem(402, "x".repeat(400_000)));

        assertThat(charge()).isEqualTo(new Declined("x".repeat(500) + "…"));
    }

    @Test
    void returnsTheCapturedAmountWhateverWasAsked() {
        whenCharged(jsonResponse(CAPTURED.replace("1990", "19900").replace("KRW", "EUR"), 201));

        assertThat(charge()).isEqualTo(new Captured("p-1", new Money(19900, "EUR")));
    }

    @Test
    void doesNotKnowAboutAPaymentOfAnotherOrder() {
        String other = CAPTURED.replace(ORDER.toString(), "00000000-0000-7000-8000-000000000002");
        whenCharged(jsonResponse(other, 201));
        whenAsked("{\"payments\": [%s]}".formatted(other));

        assertThat(charge()).isInstanceOf(Unknown.class);
        assertThat(find()).isInstanceOf(Unknown.class);
    }

    @Test
    void findsNothingUnderAKeyThatTheGatewayHasNeverSeen() {
        whenAsked("{\"payments\": []}");

        assertThat(find()).isEqualTo(new NotFound());
    }

    @ParameterizedTest
    @CsvSource({
        "CAPTURED, 0, 'Captured[%s, refunded=0]'",
        "CAPTURED, 990, 'Captured[%s, refunded=990]'",
        "CAPTURED, 1990, Refunded[%s]",
        "REFUNDED, 1990, Refunded[%s]",
        "DECLINED, 0, Declined[code=fraud]",
        "PROCESSING, 0, Unknown[reason=the gateway is still working on it]"
    })
    void findsWhatTheGatewayKnows(String status, int refunded, String inquiry) {
        whenAsked("{\"payments\": [%s]}".formatted(payment("p-1", status, refunded)));

        assertThat(find()).hasToString(inquiry.replace("%s", "paymentId=p-1, amount=" + PRICE));
    }

    /** The money that is kept counts, wherever it stands. */
    @ParameterizedTest
    @CsvSource({
        "DECLINED, CAPTURED, Captured",
        "CAPTURED, DECLINED, Captured",
        "PROCESSING, CAPTURED, Captured",
        "DECLINED, PROCESSING, Unknown",
        "REFUNDED, CAPTURED, Captured",
        "DECLINED, REFUNDED, Refunded",
        "CAPTURED, CAPTURED, Unknown"
    })
    void looksAtAllPaymentsUnderTheKey(String first, String second, String inquiry) {
        whenAsked("{\"payments\": [%s, %s]}"
                .formatted(
                        payment("p-1", first, first.equals("REFUNDED") ? 1990 : 0),
                        payment("p-2", second, second.equals("REFUNDED") ? 1990 : 0)));

        assertThat(find().getClass().getSimpleName()).isEqualTo(inquiry);
    }

    private static String payment(String id, String status, int refunded) {
        return """
                {"paymentId": "%s", "orderId": "%s", "amount": 1990, "currency": "KRW", "status": "%s",
                 "idempotencyKey": "k", "refundedAmount": %d, "declineCode": "fraud"}
                """.formatted(id, ORDER, status, refunded);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "{}",
                "{\"payments\": null}",
                "{\"payments\": [{\"status\": null, \"amount\": 1}]}",
                "<html>",
                "{\"payments\": [{\"paymentId\": \"p\", \"status\": \"ODD\", \"amount\": 1}]}"
            })
    void hasNoAnswerWhenWhatItFindsMakesNoSense(String body) {
        whenAsked(body);

        assertThat(find()).isInstanceOf(Unknown.class);
    }

    /** The record decides, whatever the answer is. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "{\"refundId\": \"r-1\", \"status\": \"PENDING\"}",
                "{\"refundId\": \"r-1\", \"status\": \"REFUNDED\"}"
            })
    void asksForARefund(String body) {
        whenRefunded(jsonResponse(body, 201));

        assertThat(refund()).isEqualTo(new RefundResult.Accepted());
        HTTP.server.verify(postRequestedFor(urlPathEqualTo("/v1/payments/p-1/refunds"))
                .withHeader("Idempotency-Key", equalTo("r-key"))
                .withRequestBody(equalToJson("{}")));
    }

    @Test
    void refundsAPart() {
        whenRefunded(jsonResponse("{\"refundId\": \"r-1\", \"status\": \"REFUNDED\"}", 201));
        whenAsked("{\"payments\": [%s]}".formatted(payment("p-1", "CAPTURED", 990)));

        assertThat(HTTP.gateway().refund("r-key", "p-1", new Money(990, "KRW"))).isEqualTo(new RefundResult.Accepted());
        HTTP.server.verify(postRequestedFor(urlPathEqualTo("/v1/payments/p-1/refunds"))
                .withHeader("Idempotency-Key", equalTo("r-key"))
                .withRequestBody(equalToJson("{\"amount\": 990}")));
        assertThat(find()).isEqualTo(new Captured("p-1", PRICE, 990));
    }

    @ParameterizedTest
    @CsvSource({"402, refund_declined", "422, REFUND_EXCEEDS_CAPTURE"})
    void isDeclinedARefund(int status, String code) {
        whenRefunded(problem(status, code));

        assertThat(refund()).isEqualTo(new RefundResult.Declined(code));
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 404, 409, 422, 425, 429, 500, 503})
    void doesNotKnowWhetherARefundWasMade(int status) {
        whenRefunded(problem(status, "x"));

        assertThat(refund()).isInstanceOf(RefundResult.Unknown.class);
    }

    private static ChargeResult charge() {
        return HTTP.gateway().charge(KEY, REQUEST);
    }

    private static Inquiry find() {
        return HTTP.gateway().find(KEY, ORDER);
    }

    private static RefundResult refund() {
        return HTTP.gateway().refund("r-key", "p-1", null);
    }

    private static void whenCharged(ResponseDefinitionBuilder response) {
        HTTP.server.stubFor(post(urlPathEqualTo("/v1/payments")).willReturn(response));
    }

    private static void whenChargedFirstAndThen(ResponseDefinitionBuilder first, ResponseDefinitionBuilder then) {
        HTTP.server.stubFor(post(urlPathEqualTo("/v1/payments"))
                .inScenario("twice")
                .whenScenarioStateIs(STARTED)
                .willSetStateTo("then")
                .willReturn(first));
        HTTP.server.stubFor(post(urlPathEqualTo("/v1/payments"))
                .inScenario("twice")
                .whenScenarioStateIs("then")
                .willReturn(then));
    }

    private static void whenAsked(String body) {
        HTTP.server.stubFor(get(urlPathEqualTo("/v1/payments"))
                .withQueryParam("idempotencyKey", equalTo(KEY))
                .willReturn(jsonResponse(body, 200)));
    }

    private static void whenRefunded(ResponseDefinitionBuilder response) {
        HTTP.server.stubFor(post(urlPathEqualTo("/v1/payments/p-1/refunds")).willReturn(response));
    }

    private static ResponseDefinitionBuilder problem(int status, String code) {
        return aResponse()
                .withStatus(status)
                .withHeader("Content-Type", "application/problem+json")
                .withBody("{\"type\": \"about:blank\", \"status\": %d, \"code\": \"%s\"}".formatted(status, code));
    }

    private static void expectCharges(int count) {
        HTTP.server.verify(count, postRequestedFor(urlPathEqualTo("/v1/payments")));
    }
}

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
import static dev.layeredsaga.orchestrator.payment.http.GatewayOverHttp.REQUEST;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.ChargeResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.ChargeResult.Captured;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.ChargeResult.Declined;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.ChargeResult.NotMade;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.ChargeResult.Unknown;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Inquiry;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.RefundResult;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
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

        assertThat(charge()).isEqualTo(new Captured("p-1"));
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

        assertThat(charge()).isEqualTo(new Captured("p-1"));
        HTTP.server.verify(
                2, postRequestedFor(urlPathEqualTo("/v1/payments")).withHeader("Idempotency-Key", equalTo(KEY)));
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

    @Test
    void doesNotKnowWhenTheAnswerTakesTooLong() {
        whenCharged(jsonResponse(CAPTURED, 201).withFixedDelay(3_000));

        assertThat(charge()).isInstanceOf(Unknown.class);
        expectCharges(1);
    }

    @Test
    void doesNotWaitForAnAnswerThatDribbles() {
        whenCharged(jsonResponse(CAPTURED, 201).withChunkedDribbleDelay(40, 4_000));

        assertThat(charge()).isInstanceOf(Unknown.class);
        expectCharges(1);
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
                "{\"status\": \"CAPTURED\", \"amount\": 1990}"
            })
    void doesNotKnowWhenTheAnswerMakesNoSense(String body) {
        whenCharged(jsonResponse(body, 201));

        assertThat(charge()).isInstanceOf(Unknown.class);
        expectCharges(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 408})
    void doesNotTakeForADeclineWhatIsNone(int status) {
        whenCharged(problem(status, "x"));

        assertThat(charge()).isInstanceOf(Unknown.class);
    }

    @Test
    void findsNothingUnderAKeyThatTheGatewayHasNeverSeen() {
        whenAsked("{\"payments\": []}");

        assertThat(find()).isEqualTo(new Inquiry.NotFound());
    }

    @ParameterizedTest
    @CsvSource({
        "CAPTURED, 0, Captured[paymentId=p-1]",
        "CAPTURED, 990, Captured[paymentId=p-1]",
        "CAPTURED, 1990, Refunded[paymentId=p-1]",
        "REFUNDED, 1990, Refunded[paymentId=p-1]",
        "DECLINED, 0, Declined[code=fraud]",
        "PROCESSING, 0, Processing[]"
    })
    void findsWhatTheGatewayKnows(String status, int refunded, String inquiry) {
        whenAsked("""
                {"payments": [{"paymentId": "p-1", "orderId": "o-1", "amount": 1990, "currency": "KRW", "status": "%s",
                 "idempotencyKey": "k", "refundedAmount": %d, "declineCode": "fraud"}]}
                """.formatted(status, refunded));

        assertThat(find()).hasToString(inquiry);
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

        assertThat(find()).isInstanceOf(Inquiry.NoAnswer.class);
    }

    @Test
    void refunds() {
        whenRefunded(jsonResponse("{\"refundId\": \"r-1\", \"status\": \"REFUNDED\"}", 201));

        assertThat(refund()).isEqualTo(new RefundResult.Refunded());
        HTTP.server.verify(postRequestedFor(urlPathEqualTo("/v1/payments/p-1/refunds"))
                .withHeader("Idempotency-Key", equalTo("r-key"))
                .withRequestBody(equalToJson("{}")));
    }

    @Test
    void isDeclinedARefund() {
        whenRefunded(problem(402, "refund_declined"));

        assertThat(refund()).isEqualTo(new RefundResult.Declined("refund_declined"));
    }

    @ParameterizedTest
    @ValueSource(ints = {409, 429, 500, 503})
    void doesNotKnowWhetherARefundWasMade(int status) {
        whenRefunded(problem(status, "x"));

        assertThat(refund()).isInstanceOf(RefundResult.Unknown.class);
    }

    @Test
    void doesNotTakeAnEmptyAnswerForARefund() {
        whenRefunded(jsonResponse("{}", 201));

        assertThat(refund()).isInstanceOf(RefundResult.Unknown.class);
    }

    private static ChargeResult charge() {
        return HTTP.gateway().charge(KEY, REQUEST);
    }

    private static Inquiry find() {
        return HTTP.gateway().find(KEY);
    }

    private static RefundResult refund() {
        return HTTP.gateway().refund("r-key", "p-1");
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

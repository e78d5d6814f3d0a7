package dev.layeredsaga.paymentstub;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class PaymentsOverHttpTest {

    @RegisterExtension
    static final RunningStub stub = new RunningStub();

    @Test
    void aReplayIsTheFirstAnswerAndIsNoted() throws IOException {
        var first = stub.pay("k-1", "order-1", "pm_ok");
        var second = stub.pay("k-1", "order-1", "pm_ok");

        assertThat(second.status()).isEqualTo(201);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(second.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(stub.ledger("order-1").texts("entries", "type")).containsExactly("CAPTURED", "REPLAYED");
    }

    @Test
    void aDeclineIsReplayedToo() throws IOException {
        var first = stub.pay("k-2", "order-2", "pm_declined_fraud");
        var second = stub.pay("k-2", "order-2", "pm_declined_fraud");

        assertThat(second.status()).isEqualTo(402);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(stub.ledger("order-2").texts("entries", "type")).containsExactly("DECLINED", "REPLAYED");
    }

    @Test
    void aKeyUsedForAnotherBodyIsRefused() throws IOException {
        stub.pay("k-3", "order-3", "pm_ok");
        var reply = stub.pay("k-3", "another-order", "pm_ok");

        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.code()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
    }

    @Test
    void aQuotedKeyIsTheSameKeyAsABareOne() throws IOException {
        stub.pay("k-4", "order-4", "pm_ok");

        assertThat(stub.pay("\"k-4\"", "order-4", "pm_ok").header("Idempotent-Replayed"))
                .isEqualTo("true");
    }

    @Test
    void aPaymentNeedsAKey() throws IOException {
        var reply = stub.send(
                stub.request("/v1/payments").POST(BodyPublishers.ofString(RunningStub.body("order-5", "pm_ok"))));

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(reply.code()).isEqualTo("MISSING_IDEMPOTENCY_KEY");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"amount\":1,\"currency\":\"KRW\",\"method\":\"pm_ok\"} | INVALID_ORDER_ID | orderId",
                "{\"orderId\":\"o\",\"currency\":\"KRW\",\"method\":\"pm_ok\"} | INVALID_AMOUNT | amount",
                "{\"orderId\":\"o\",\"amount\":0,\"currency\":\"KRW\",\"method\":\"pm_ok\"} | INVALID_AMOUNT | amount",
                "{\"orderId\":\"o\",\"amount\":1,\"method\":\"pm_ok\"} | INVALID_CURRENCY | currency",
                "{\"orderId\":\"o\",\"amount\":1,\"currency\":\"won\",\"method\":\"pm_ok\"} | INVALID_CURRENCY |"
                        + " currency",
                "{\"orderId\":\"o\",\"amount\":1,\"currency\":\"KRW\"} | UNKNOWN_PAYMENT_METHOD | method",
                "{\"orderId\":\"o\",\"amount\":1,\"currency\":\"KRW\",\"method\":\"visa\"} | UNKNOWN_PAYMENT_METHOD |"
                        + " method",
                "{\"orderId\":\"o\",\"amount\":1,\"currency\":\"KRW\",\"method\":\"pm_no\"} | UNKNOWN_PAYMENT_METHOD |"
                        + " method",
            })
    void aFieldThatMakesNoSenseIsNamed(String body, String code, String field) throws IOException {
        var reply = stub.post("/v1/payments", "k-6", body);

        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.code()).isEqualTo(code);
        assertThat(reply.text("field")).isEqualTo(field);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[]", "7", "{\"amount\":12.5}", "{\"amount\":\"12\"}"})
    void aBodyThatIsNotTheExpectedJsonIsMalformed(String body) throws IOException {
        var reply = stub.post("/v1/payments", "k-7", body);

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.code()).isEqualTo("MALFORMED_REQUEST");
    }

    @Test
    void aKeyNeverDecidedHasNoPayments() throws IOException {
        assertThat(stub.payments("never-used").body()).isEqualTo("{\"payments\":[]}");
    }

    @Test
    void aQueryNeedsAKey() throws IOException {
        assertThat(stub.get("/v1/payments").code()).isEqualTo("MISSING_IDEMPOTENCY_KEY");
    }

    @Test
    void aQueryShowsThePayment() throws IOException {
        String id = stub.capture("order-8", "pm_ok");

        assertThat(stub.payments("pay-order-8").json())
                .isEqualTo(JsonMapper.shared().readTree("""
                        {"payments": [{"paymentId": "%s", "orderId": "order-8", "amount": 1990, "currency": "KRW",
                          "status": "CAPTURED", "idempotencyKey": "pay-order-8", "refundedAmount": 0}]}
                        """.formatted(id)));
    }
}

package dev.layeredsaga.paymentstub;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RefundsOverHttpTest {

    @RegisterExtension
    static final RunningStub stub = new RunningStub();

    @Test
    void refundsInFullByDefault() throws IOException {
        String payment = stub.capture("full", "pm_ok");
        var reply = stub.refund("r-full", payment, null);

        assertThat(reply.status()).isEqualTo(201);
        assertThat(reply.text("paymentId")).isEqualTo(payment);
        assertThat(reply.json().path("amount").asLong()).isEqualTo(1990);
        assertThat(reply.text("currency")).isEqualTo("KRW");
        assertThat(reply.text("status")).isEqualTo("REFUNDED");
        assertThat(reply.text("refundId")).matches("[0-9a-f]{8}-[0-9a-f]{4}-7.*");
        assertThat(stub.ledger("full").texts("entries", "type")).containsExactly("CAPTURED", "REFUNDED");
    }

    @Test
    void aRefundInPartShowsInTheQuery() throws IOException {
        stub.refund("r-part", stub.capture("part", "pm_ok"), 500L);

        var payments = stub.payments("pay-part").json().path("payments");
        assertThat(payments.get(0).path("refundedAmount").asLong()).isEqualTo(500);
        assertThat(payments.get(0).path("status").asString()).isEqualTo("CAPTURED");
    }

    @Test
    void refusesMoreThanRemains() throws IOException {
        String payment = stub.capture("excess", "pm_ok");
        stub.refund("r-excess-1", payment, null);
        var reply = stub.refund("r-excess-2", payment, 1L);

        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.code()).isEqualTo("REFUND_EXCEEDS_CAPTURE");
    }

    @Test
    void refusesAnAmountThatIsNotPositive() throws IOException {
        var reply = stub.refund("r-zero", stub.capture("zero", "pm_ok"), 0L);

        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.text("field")).isEqualTo("amount");
    }

    @Test
    void replaysTheFirstAnswer() throws IOException {
        String payment = stub.capture("replay", "pm_ok");
        var first = stub.refund("r-replay", payment, null);
        var second = stub.refund("r-replay", payment, null);

        assertThat(second.body()).isEqualTo(first.body());
        assertThat(second.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(stub.ledger("replay").texts("entries", "type")).containsExactly("CAPTURED", "REFUNDED", "REPLAYED");
    }

    @Test
    void aKeyUsedForAnotherRefundIsRefused() throws IOException {
        String payment = stub.capture("reuse", "pm_ok");
        stub.refund("r-reuse", payment, 1L);

        assertThat(stub.refund("r-reuse", payment, 2L).code()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"01900000-0000-7000-8000-000000000000", "no-uuid"})
    void knowsNoPaymentThatWasNeverCaptured(String payment) throws IOException {
        var reply = stub.refund("r-unknown", payment, null);

        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.code()).isEqualTo("UNKNOWN_PAYMENT");
    }

    @Test
    void aDeclinedRefundIsNotedAndMovesNoMoney() throws IOException {
        var reply = stub.refund("r-declined", stub.capture("declined", "pm_refund_declined"), null);

        assertThat(reply.status()).isEqualTo(402);
        assertThat(reply.code()).isEqualTo("refund_declined");
        assertThat(stub.ledger("declined").texts("entries", "type")).containsExactly("CAPTURED", "REFUND_DECLINED");
    }

    @Test
    void refundFailsNThenOkFailsTwice() throws IOException {
        String payment = stub.capture("fails", "pm_refund_fails_n_then_ok");

        assertThat(stub.refund("r-fails", payment, null).status()).isEqualTo(500);
        assertThat(stub.refund("r-fails", payment, null).status()).isEqualTo(500);
        assertThat(stub.refund("r-fails", payment, null).status()).isEqualTo(201);
    }
}

package dev.layeredsaga.paymentstub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;

class ScenariosOverHttpTest {

    @RegisterExtension
    static final RunningStub stub = new RunningStub();

    @Test
    void okCaptures() throws IOException {
        var reply = stub.pay("k-ok", "ok", "pm_ok");

        assertThat(reply.status()).isEqualTo(201);
        assertThat(reply.text("status")).isEqualTo("CAPTURED");
        assertThat(reply.json().path("amount").asLong()).isEqualTo(1990);
        assertThat(reply.text("currency")).isEqualTo("KRW");
        assertThat(reply.text("orderId")).isEqualTo("ok");
        assertThat(reply.text("idempotencyKey")).isEqualTo("k-ok");
        assertThat(reply.text("paymentId")).matches("[0-9a-f]{8}-[0-9a-f]{4}-7.*");
    }

    @Test
    void slowThenOkTakesThreeSecondsAndIsBeingProcessedMeanwhile() {
        // again only if the looks took so long that the payment may have ended before the last
        SlowPayment slow = await().until(SlowPayment::payAndLook, SlowPayment::wasLookedAtMeanwhile);

        assertThat(slow.meanwhile().texts("payments", "status")).containsExactly("PROCESSING");
        assertThat(slow.meanwhile().body()).doesNotContain("paymentId");
        assertThat(slow.second().code()).isEqualTo("IDEMPOTENCY_KEY_IN_FLIGHT");
        assertThat(slow.second().header("Retry-After")).isEqualTo("1");
        assertThat(slow.ledger().texts("entries", "type")).isEmpty();

        assertThat(slow.payment().join().status()).isEqualTo(201);
        assertThat(slow.age()).isGreaterThanOrEqualTo(SlowPayment.DELAY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"insufficient_funds", "expired_card", "do_not_honor", "fraud"})
    void aDeclineSaysWhy(String code) throws IOException {
        var reply = stub.pay("k-" + code, code, "pm_declined_" + code);

        assertThat(reply.status()).isEqualTo(402);
        assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(reply.code()).isEqualTo(code);
        assertThat(stub.payments("k-" + code).texts("payments", "declineCode")).containsExactly(code);
        assertThat(ledgerTypes(code)).containsExactly("DECLINED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"charged_response_lost", "reset_after_charge"})
    void aChargeWhoseAnswerIsLostCanOnlyBeResolvedByAsking(String scenario) throws IOException {
        assertThatThrownBy(() -> pay(scenario)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> pay(scenario)).isInstanceOf(IOException.class);

        assertThat(stub.payments("k-" + scenario).texts("payments", "status")).containsExactly("CAPTURED");
        assertThat(ledgerTypes(scenario)).containsExactly("CAPTURED", "REPLAYED");
    }

    @Test
    void chargedThen500Charges() throws IOException {
        assertThat(pay("charged_then_500").code()).isEqualTo("GATEWAY_ERROR");
        assertThat(pay("charged_then_500").status()).isEqualTo(500);

        assertThat(stub.payments("k-charged_then_500").texts("payments", "status"))
                .containsExactly("CAPTURED");
        assertThat(ledgerTypes("charged_then_500")).containsExactly("CAPTURED", "REPLAYED");
    }

    @Test
    void chargedThenDuplicateChargesAndRefusesEveryRepetition() throws IOException {
        assertThat(pay("charged_then_duplicate").code()).isEqualTo("GATEWAY_ERROR");

        Reply repetition = pay("charged_then_duplicate");

        assertThat(repetition.status()).isEqualTo(422);
        assertThat(repetition.code()).isEqualTo("DUPLICATE_TRANSACTION");
        assertThat(pay("charged_then_duplicate").status()).isEqualTo(422);
        assertThat(stub.payments("k-charged_then_duplicate").texts("payments", "status"))
                .containsExactly("CAPTURED");
        assertThat(ledgerTypes("charged_then_duplicate")).containsExactly("CAPTURED", "REPLAYED", "REPLAYED");
    }

    @Test
    void notFound404IsNotTheGatewaysAndChargesNothing() throws IOException {
        var reply = pay("not_found_404");

        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.header("Content-Type")).isEqualTo("text/html");
        assertNothingHappened("not_found_404");
    }

    @Test
    void refundPendingIsAcceptedTwiceAndThenMade() throws IOException {
        String payment = pay("refund_pending_n_then_ok").text("paymentId");

        for (int attempt = 0; attempt < 2; attempt++) {
            Reply pending = stub.refund("r-pending", payment, null);
            assertThat(pending.status()).isEqualTo(202);
            assertThat(pending.text("status")).isEqualTo("PENDING");
        }
        assertThat(ledgerTypes("refund_pending_n_then_ok")).containsExactly("CAPTURED");

        assertThat(stub.refund("r-pending", payment, null).status()).isEqualTo(201);
        assertThat(ledgerTypes("refund_pending_n_then_ok")).containsExactly("CAPTURED", "REFUNDED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"reset_before_charge", "empty", "garbage"})
    void aConnectionBrokenBeforeTheChargeChargesNothing(String scenario) {
        assertThatThrownBy(() -> pay(scenario)).isInstanceOf(IOException.class);

        assertNothingHappened(scenario);
    }

    @ParameterizedTest
    @ValueSource(strings = {"malformed", "dribble"})
    void aBrokenBodyIsNoUsableAnswerAndChargesNothing(String scenario) throws IOException {
        var reply = pay(scenario);

        assertThat(reply.status()).isEqualTo(201);
        assertThatThrownBy(reply::json).isInstanceOf(JacksonException.class);
        assertNothingHappened(scenario);
    }

    @Test
    void timeoutNotChargedDoesNotAnswerAndChargesNothing() {
        var impatient = stub.payment("k-timeout_not_charged", "timeout_not_charged", "pm_timeout_not_charged")
                .timeout(Duration.ofMillis(300));

        assertThatThrownBy(() -> stub.send(impatient)).isInstanceOf(HttpTimeoutException.class);
        assertNothingHappened("timeout_not_charged");
    }

    @ParameterizedTest
    @CsvSource({"rate_limited_429, 429, RATE_LIMITED", "unavailable_503, 503, GATEWAY_UNAVAILABLE"})
    void aGatewayThatIsBusyOrDownSendsRetryAfter(String scenario, int status, String code) throws IOException {
        var reply = pay(scenario);

        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.code()).isEqualTo(code);
        assertThat(reply.header("Retry-After")).isEqualTo("1");
        assertNothingHappened(scenario);
    }

    @Test
    void anOutageAnswersNothingAboutTheOrder() throws IOException {
        assertThat(pay("outage").status()).isEqualTo(503);
        assertThat(stub.payments("k-outage").status()).isEqualTo(503);
        assertThat(ledgerTypes("outage")).isEmpty();
    }

    @Test
    void flakyFailsUntilItWorks() throws IOException {
        int failures = 0;
        while (pay("flaky").status() == 500) {
            failures++;
        }

        assertThat(failures).isLessThan(50);
        assertThat(ledgerTypes("flaky")).containsExactly("CAPTURED");
    }

    @Test
    void failNThenOkFailsTwiceAndThenCaptures() throws IOException {
        assertThat(pay("fail_n_then_ok").status()).isEqualTo(500);
        assertThat(pay("fail_n_then_ok").status()).isEqualTo(500);
        assertThat(pay("fail_n_then_ok").status()).isEqualTo(201);
        assertThat(ledgerTypes("fail_n_then_ok")).containsExactly("CAPTURED");
    }

    private static Reply pay(String scenario) throws IOException {
        return stub.pay("k-" + scenario, scenario, "pm_" + scenario);
    }

    private static Iterable<String> ledgerTypes(String order) throws IOException {
        return stub.ledger(order).texts("entries", "type");
    }

    private static void assertNothingHappened(String scenario) {
        try {
            assertThat(ledgerTypes(scenario)).isEmpty();
            assertThat(stub.payments("k-" + scenario).json().path("payments")).isEmpty();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * A slow payment of an order of its own, and what the stub said while it was under way.
     *
     * @param start before the payment was sent
     * @param meanwhile the answer to a query
     * @param second the answer to the same payment
     * @param looked how long after the start the last of the answers had arrived
     */
    private record SlowPayment(
            long start,
            CompletableFuture<Reply> payment,
            Reply meanwhile,
            Reply second,
            Reply ledger,
            Duration looked) {

        static final Duration DELAY = Duration.ofSeconds(3);

        static SlowPayment payAndLook() throws IOException {
            String order = "slow-" + UUID.randomUUID();
            String key = "k-" + order;
            long start = System.nanoTime();
            var payment = stub.payAsync(key, order, "pm_slow_then_ok");
            Reply meanwhile = await().until(() -> stub.payments(key), SlowPayment::isKnown);
            Reply second = stub.pay(key, order, "pm_slow_then_ok");
            Reply ledger = stub.ledger(order);
            return new SlowPayment(start, payment, meanwhile, second, ledger, since(start));
        }

        /**
         * Returns true if the last answer had arrived before the delay can have been over. That the payment has not
         * been answered yet would not do, as it is decided before its answer arrives.
         */
        boolean wasLookedAtMeanwhile() {
            return looked.compareTo(DELAY) < 0;
        }

        Duration age() {
            return since(start);
        }

        private static boolean isKnown(Reply payments) {
            return !payments.texts("payments", "status").isEmpty();
        }

        private static Duration since(long start) {
            return Duration.ofNanos(System.nanoTime() - start);
        }
    }
}

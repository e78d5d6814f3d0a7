package dev.layeredsaga.orchestrator.payment;

import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.PRICE;
import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.charge;
import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.noAnswer;
import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.refundAnswer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.payment.ChargeCaptured;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.ChargeAnswer;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Captured;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotFound;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Refunded;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Settled;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Unknown;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A payment was captured and given back, and this side is notified of it in random order and repetition: from answers, inquiries and
 * webhooks. Whatever came first, it ends up knowing the same, and owes nothing.
 */
class PaymentTruthsTest {

    private static final int RUNS = 100;

    private final PaymentsOnDatabase payments = new PaymentsOnDatabase();

    /** The saga's progress when the news arrives. */
    enum Before {
        /** The saga waits for its charge. */
        CHARGING,
        /** The saga compensates its charge while the call is in flight. */
        COMPENSATING,
        /** The compensation is over, as the gateway knew nothing. */
        COMPENSATED
    }

    /** News of a saga's payment, the same truth from any source. */
    private record Truths(PaymentsOnDatabase payments, UUID saga) {

        List<Consumer<List<GatewayCall>>> all() {
            return List.of(
                    calls -> notice(new Captured("p-1", PRICE), calls),
                    calls -> notice(new Refunded("p-1", PRICE), calls),
                    calls -> answer(new ChargeAnswer(call(), new Captured("p-1", PRICE)), calls),
                    calls -> answer(new ChargeAnswer(call(), new Refunded("p-1", PRICE)), calls),
                    calls -> answer(new ChargeAnswer(call(), new Unknown("silence")), calls),
                    calls -> answer(refundAnswer(refund(), new Refunded("p-1", PRICE)), calls),
                    calls -> answer(noAnswer(refund()), calls));
        }

        private void notice(Settled news, List<GatewayCall> calls) {
            PaymentEffects effects = new PaymentEffects();
            payments.transaction().executeWithoutResult(status -> {
                payments.answers().take(new GatewayNotice(saga, news), effects);
                payments.keep(effects.replies());
            });
            calls.addAll(effects.calls());
        }

        private void answer(GatewayAnswer answer, List<GatewayCall> calls) {
            calls.addAll(payments.take(answer));
        }

        private GatewayCall.Refund refund() {
            return new GatewayCall.Refund(new StepAttempt(saga, "pay", 1), null, true);
        }

        private GatewayCall.Charge call() {
            PaymentGateway.ChargeRequest request = new PaymentGateway.ChargeRequest(saga, PRICE, "pm_ok");
            return new GatewayCall.Charge(new StepAttempt(saga, "pay", 1), request, false, 0, Instant.EPOCH, null);
        }
    }

    @ParameterizedTest
    @EnumSource(Before.class)
    void endInTheSameStateInWhateverOrderTheyCome(Before before) {
        for (int seed = 0; seed < RUNS; seed++) {
            UUID saga = UUID.randomUUID();
            reach(before, saga);
            List<GatewayCall> giveBacks = new ArrayList<>();

            shuffled(new Truths(payments, saga).all(), new Random(seed)).forEach(truth -> truth.accept(giveBacks));

            assertThat(payments.state(saga)).as("seed " + seed).isEqualTo("REFUNDED");
            assertThat(owed(saga)).as("seed " + seed).isFalse();
            assertThat(giveBacks).as("seed " + seed).hasSizeLessThanOrEqualTo(before == Before.COMPENSATED ? 1 : 0);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void nothingElseThanTheCaptureLeavesThePaymentCapturedAndTheSagaNotifiedSo(int seed) {
        UUID saga = UUID.randomUUID();
        reach(Before.CHARGING, saga);
        Truths truths = new Truths(payments, saga);

        shuffled(List.of(truths.all().get(0), truths.all().get(2), truths.all().get(4)), new Random(seed))
                .forEach(truth -> truth.accept(new ArrayList<>()));

        assertThat(payments.state(saga)).isEqualTo("CAPTURED");
        assertThat(payments.lastReply(saga)).isInstanceOf(ChargeCaptured.class);
    }

    private void reach(Before before, UUID saga) {
        payments.handle(charge(saga, 1));
        switch (before) {
            case CHARGING -> {}
            case COMPENSATING -> payments.handle(PaymentsOnDatabase.refund(saga, 1));
            case COMPENSATED -> {
                payments.leaseEnds(saga);
                payments.take(refundAnswer(
                        payments.handle(PaymentsOnDatabase.refund(saga, 1)).getFirst(), new NotFound()));
            }
        }
    }

    /** Each at least once, some more often. */
    private static <T> List<T> shuffled(List<T> truths, Random random) {
        List<T> mixed = new ArrayList<>(truths);
        for (int more = random.nextInt(truths.size() + 1); more > 0; more--) {
            mixed.add(truths.get(random.nextInt(truths.size())));
        }
        Collections.shuffle(mixed, random);
        return mixed;
    }

    private boolean owed(UUID saga) {
        return payments.sql()
                .sql("SELECT settle_at IS NOT NULL FROM payment WHERE saga_id = ?")
                .param(saga)
                .query(Boolean.class)
                .single();
    }
}

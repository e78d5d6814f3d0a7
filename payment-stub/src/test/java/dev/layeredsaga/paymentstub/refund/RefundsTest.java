package dev.layeredsaga.paymentstub.refund;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.paymentstub.attempt.Answer;
import dev.layeredsaga.paymentstub.fault.DeclineCode;
import dev.layeredsaga.paymentstub.fault.FaultDecision.Breakage;
import dev.layeredsaga.paymentstub.fault.Scenario;
import dev.layeredsaga.paymentstub.gateway.TestGateway;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Captured;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.EntryType;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.RefundDecision;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.RefundDeclined;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Refunded;
import dev.layeredsaga.paymentstub.payment.Payments.Lookup;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class RefundsTest {

    private static final Answer<RefundDecision> SERVER_ERROR = new Answer.Broken<>(Breakage.SERVER_ERROR);

    private final TestGateway gateway = new TestGateway();

    @Test
    void refundsInFullWithoutAnAmount() {
        var payment = gateway.capture("order", Scenario.OK);

        assertThat(decision(refund("r-1", payment, OptionalLong.empty())))
                .isInstanceOfSatisfying(
                        Refunded.class,
                        refunded -> assertThat(refunded.posting().money()).isEqualTo(TestGateway.PRICE));
    }

    @Test
    void refundsWhatRemainsAfterARefundInPart() {
        var payment = gateway.capture("order", Scenario.OK);
        refund("r-1", payment, OptionalLong.of(990));

        assertThat(decision(refund("r-2", payment, OptionalLong.empty())))
                .isInstanceOfSatisfying(
                        Refunded.class,
                        refunded ->
                                assertThat(refunded.posting().money().amount()).isEqualTo(1000));
    }

    @Test
    void refusesToRefundMoreThanRemains() {
        var payment = gateway.capture("order", Scenario.OK);
        refund("r-1", payment, OptionalLong.of(1000));

        assertThat(refund("r-2", payment, OptionalLong.of(991)))
                .extracting("code")
                .isEqualTo(ErrorCode.REFUND_EXCEEDS_CAPTURE);
    }

    @Test
    void aRefusalForExcessLeavesTheKeyFree() {
        var payment = gateway.capture("order", Scenario.OK);
        refund("r-1", payment, OptionalLong.of(1991));

        assertThat(decision(refund("r-1", payment, OptionalLong.of(1990)))).isInstanceOf(Refunded.class);
    }

    @Test
    void aQueryShowsTheRefundedAmount() {
        var payment = gateway.capture("order", Scenario.OK);
        refund("r-1", payment, OptionalLong.of(90));

        assertThat(((Lookup.Found) gateway.find("pay-order")).refunded()).isEqualTo(90);
    }

    @Test
    void replaysTheFirstRefund() {
        var payment = gateway.capture("order", Scenario.OK);
        var first = decision(refund("r-1", payment, OptionalLong.empty()));

        assertThat(refund("r-1", payment, OptionalLong.empty())).isEqualTo(new Answer.Decided<>(first, true));
        assertThat(gateway.ledger()).containsExactly(EntryType.CAPTURED, EntryType.REFUNDED, EntryType.REPLAYED);
    }

    @Test
    void refusesAnotherRefundUnderTheSameKey() {
        var payment = gateway.capture("order", Scenario.OK);
        refund("r-1", payment, OptionalLong.of(1));

        assertThat(refund("r-1", payment, OptionalLong.of(2)))
                .extracting("code")
                .isEqualTo(ErrorCode.IDEMPOTENCY_KEY_REUSED);
    }

    @Test
    void aRefundMayHaveTheKeyOfItsPayment() {
        var payment = gateway.capture("order", Scenario.OK);

        assertThat(decision(refund("pay-order", payment, OptionalLong.empty()))).isInstanceOf(Refunded.class);
    }

    @Test
    void knowsNoPaymentThatWasNeverCaptured() {
        var request = new RefundRequest(new IdempotencyKey("r-1"), new UUID(0, 1), OptionalLong.empty());

        assertThat(gateway.gateway().refunds().refund(request)).isEqualTo(Refunds.UNKNOWN_PAYMENT);
    }

    @Test
    void aDeclinedRefundMovesNoMoneyAndIsFinal() {
        var payment = gateway.capture("order", Scenario.REFUND_DECLINED);
        refund("r-1", payment, OptionalLong.empty());

        assertThat(decision(refund("r-1", payment, OptionalLong.empty())))
                .isInstanceOfSatisfying(RefundDeclined.class, declined -> {
                    assertThat(declined.posting().paymentId())
                            .isEqualTo(payment.posting().paymentId());
                    assertThat(declined.posting().money()).isEqualTo(TestGateway.PRICE);
                    assertThat(declined.declineCode()).isEqualTo(DeclineCode.REFUND_DECLINED);
                });
        assertThat(gateway.ledger()).containsExactly(EntryType.CAPTURED, EntryType.REFUND_DECLINED, EntryType.REPLAYED);
    }

    @Test
    void failsTwicePerOrderAndThenRefunds() {
        var payment = gateway.capture("order", Scenario.REFUND_FAILS_N_THEN_OK);

        assertThat(refund("r-1", payment, OptionalLong.empty())).isEqualTo(SERVER_ERROR);
        assertThat(refund("r-1", payment, OptionalLong.empty())).isEqualTo(SERVER_ERROR);
        assertThat(decision(refund("r-1", payment, OptionalLong.empty()))).isInstanceOf(Refunded.class);
    }

    @Test
    void concurrentRefundsNeverExceedTheCapture() {
        var payment = gateway.capture("order", Scenario.OK);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 100; i++) {
                String key = "r-" + i;
                threads.execute(() -> refund(key, payment, OptionalLong.of(100)));
            }
        }

        assertThat(gateway.ledger()).filteredOn(EntryType.REFUNDED::equals).hasSize(19);
    }

    private Answer<RefundDecision> refund(String key, Captured payment, OptionalLong amount) {
        var request =
                new RefundRequest(new IdempotencyKey(key), payment.posting().paymentId(), amount);
        return gateway.gateway().refunds().refund(request);
    }

    private static RefundDecision decision(Answer<RefundDecision> answer) {
        return ((Answer.Decided<RefundDecision>) answer).decision();
    }
}

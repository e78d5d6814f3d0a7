package dev.layeredsaga.paymentstub.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.paymentstub.attempt.Answer;
import dev.layeredsaga.paymentstub.fault.FaultDecision.Breakage;
import dev.layeredsaga.paymentstub.fault.Scenario;
import dev.layeredsaga.paymentstub.ledger.AuditReport;
import dev.layeredsaga.paymentstub.ledger.EntryDraft;
import dev.layeredsaga.paymentstub.ledger.Journal.UnusableJournal;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Captured;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.EntryType;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.PaymentDecision;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.RefundDecision;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.RefundDeclined;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Refunded;
import dev.layeredsaga.paymentstub.payment.Payments.Lookup;
import dev.layeredsaga.paymentstub.refund.RefundRequest;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Restarts a gateway on the same journal and expects all decisions restored. */
class RestartTest {

    private final InMemoryJournal records = new InMemoryJournal();
    private TestGateway gateway = new TestGateway(records);

    @Test
    void theLedgerReadsTheSameAndItsSequenceGoesOn() {
        gateway.capture("order-1", Scenario.OK);
        gateway.pay("key", "order-2", Scenario.DECLINED_FRAUD);
        var before = gateway.gateway().ledger().entries();
        restart();

        assertThat(gateway.gateway().ledger().entries()).isEqualTo(before);
        gateway.capture("order-3", Scenario.OK);
        assertThat(gateway.gateway().ledger().entries())
                .extracting(LedgerEntry::sequence)
                .containsExactly(1L, 2L, 3L);
    }

    @Test
    void aCaptureIsFoundAndReplayed() {
        Captured captured = gateway.capture("order", Scenario.OK);
        restart();

        assertThat(gateway.find("pay-order")).isEqualTo(new Lookup.Found(captured, 0));
        assertThat(gateway.pay("pay-order", "order", Scenario.OK))
                .isEqualTo(new Answer.Decided<>((PaymentDecision) captured, true));
    }

    @Test
    void aKeyIsStillNotToBeUsedForAnotherRequest() {
        gateway.capture("order", Scenario.OK);
        restart();

        assertThat(gateway.pay("pay-order", "another", Scenario.OK))
                .extracting("code")
                .isEqualTo(ErrorCode.IDEMPOTENCY_KEY_REUSED);
        assertThat(gateway.pay("pay-order", "order", Scenario.SLOW_THEN_OK))
                .extracting("code")
                .isEqualTo(ErrorCode.IDEMPOTENCY_KEY_REUSED);
    }

    @Test
    void aDeclineIsReplayed() {
        var declined = (Answer.Decided<PaymentDecision>) gateway.pay("key", "order", Scenario.DECLINED_EXPIRED_CARD);
        restart();

        assertThat(gateway.pay("key", "order", Scenario.DECLINED_EXPIRED_CARD))
                .isEqualTo(new Answer.Decided<>(declined.decision(), true));
    }

    @Test
    void aRefundIsReplayedAndNeverGoesBeyondTheCapture() {
        UUID payment = gateway.capture("order", Scenario.OK).posting().paymentId();
        var whole = new RefundRequest(new IdempotencyKey("r-1"), payment, OptionalLong.empty());
        var part = new RefundRequest(new IdempotencyKey("r-2"), payment, OptionalLong.of(990));
        RefundDecision first = refund(part);
        RefundDecision rest = refund(whole);
        restart();

        assertThat(refund(part)).isEqualTo(first);
        assertThat(refund(whole)).isEqualTo(rest);
        assertThat(gateway.gateway()
                        .refunds()
                        .refund(new RefundRequest(new IdempotencyKey("r-3"), payment, OptionalLong.of(1))))
                .extracting("code")
                .isEqualTo(ErrorCode.REFUND_EXCEEDS_CAPTURE);
        assertThat(gateway.find("pay-order")).extracting("refunded").isEqualTo(1990L);
    }

    @Test
    void aDeclinedRefundIsReplayed() {
        UUID payment =
                gateway.capture("order", Scenario.REFUND_DECLINED).posting().paymentId();
        var request = new RefundRequest(new IdempotencyKey("r"), payment, OptionalLong.empty());
        RefundDecision declined = refund(request);
        restart();

        assertThat(declined).isInstanceOf(RefundDeclined.class);
        assertThat(refund(request)).isEqualTo(declined);
    }

    @Test
    void whatWasUnknownIsStillUnknown() {
        gateway.pay("key", "order", Scenario.CHARGED_RESPONSE_LOST);
        restart();

        assertThat(audit().holds()).isFalse();
        gateway.find("key");
        assertThat(audit().holds()).isTrue();
    }

    @Test
    void aNotifiedCaptureIsStillKnown() {
        gateway.pay("key", "order", Scenario.CHARGED_THEN_500);
        gateway.find("key");
        restart();

        assertThat(audit().holds()).isTrue();
        assertThat(gateway.ledger()).containsExactly(EntryType.CAPTURED);
    }

    @Test
    void anOrdersOutageStillAppliesToQueriesAboutIt() {
        gateway.faultForAll(Scenario.DECLINED_FRAUD);
        gateway.pay("key", "order", Scenario.OK);
        restart();
        gateway.faultForAll(Scenario.OUTAGE);

        assertThat(gateway.find("key")).isEqualTo(new Lookup.Broken(Breakage.UNAVAILABLE));
    }

    @Test
    void whatCannotBeWrittenIsNotDecided() {
        records.fill();
        assertThatThrownBy(() -> gateway.pay("key", "order", Scenario.OK)).isInstanceOf(UncheckedIOException.class);
        assertThat(gateway.find("key")).isEqualTo(new Lookup.Unknown());

        records.empty();
        assertThat(gateway.pay("key", "order", Scenario.OK))
                .extracting("replayed")
                .isEqualTo(false);
        assertThat(gateway.ledger()).containsExactly(EntryType.CAPTURED);
    }

    @Test
    void aRefundThatCannotBeWrittenMovesNoMoney() {
        UUID payment = gateway.capture("order", Scenario.OK).posting().paymentId();
        var request = new RefundRequest(new IdempotencyKey("r"), payment, OptionalLong.empty());
        records.fill();
        assertThatThrownBy(() -> refund(request)).isInstanceOf(UncheckedIOException.class);
        assertThat(gateway.find("pay-order")).extracting("refunded").isEqualTo(0L);

        records.empty();
        assertThat(refund(request)).isInstanceOf(Refunded.class);
    }

    @Test
    void aJournalWithAGapIsRefused() {
        var payment = gateway.capture("order", Scenario.OK);
        var entry = gateway.gateway().ledger().entries().getFirst();
        records.write(EntryDraft.replayed(false).entry(3, entry.posting(), payment.at()));

        assertThatThrownBy(this::restart)
                .isInstanceOf(UnusableJournal.class)
                .hasMessage("in a list: entry 3 found where entry 2 is expected");
    }

    @Test
    void rejectsAJournalThatRefundsMoreThanWasCaptured() {
        gateway.capture("order", Scenario.OK);
        var entry = gateway.gateway().ledger().entries().getFirst();
        var refund = EntryDraft.refunded(UUID.randomUUID(), OptionalLong.empty());
        records.write(refund.entry(2, entry.posting(), entry.at()));
        records.write(refund.entry(3, entry.posting(), entry.at()));

        assertThatThrownBy(this::restart)
                .isInstanceOf(UnusableJournal.class)
                .hasMessageContaining("entry 3 of the ledger refunds more than was captured");
    }

    private void restart() {
        gateway = new TestGateway(records);
    }

    private AuditReport audit() {
        return gateway.gateway().auditor().audit(Duration.ZERO);
    }

    private RefundDecision refund(RefundRequest request) {
        return ((Answer.Decided<RefundDecision>) gateway.gateway().refunds().refund(request)).decision();
    }
}

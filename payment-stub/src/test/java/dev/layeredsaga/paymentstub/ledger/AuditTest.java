package dev.layeredsaga.paymentstub.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.paymentstub.fault.DeclineCode;
import dev.layeredsaga.paymentstub.fault.Scenario;
import dev.layeredsaga.paymentstub.ledger.AuditReport.Violation;
import dev.layeredsaga.paymentstub.ledger.AuditScope.Pending;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Posting;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import dev.layeredsaga.paymentstub.vocabulary.Money;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AuditTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final UUID FIRST = UUID.randomUUID();
    private static final UUID SECOND = UUID.randomUUID();
    private static final EntryDraft CAPTURED = EntryDraft.captured(Scenario.OK, false);
    private static final EntryDraft CAPTURED_ANSWER_LOST = EntryDraft.captured(Scenario.CHARGED_RESPONSE_LOST, true);
    private static final EntryDraft DECLINED = EntryDraft.declined(Scenario.DECLINED_FRAUD, DeclineCode.FRAUD);
    private static final EntryDraft REFUNDED = EntryDraft.refunded(UUID.randomUUID(), OptionalLong.empty());
    private static final EntryDraft REFUND_DECLINED =
            EntryDraft.refundDeclined(DeclineCode.REFUND_DECLINED, OptionalLong.empty());
    private static final EntryDraft REPLAYED = EntryDraft.replayed(false);
    private static final EntryDraft REPLAYED_ANSWER_LOST = EntryDraft.replayed(true);

    private final Ledger ledger = new Ledger(Clock.fixed(NOW, ZoneOffset.UTC));

    @Test
    void anEmptyLedgerHolds() {
        assertThat(audit().holds()).isTrue();
        assertThat(audit().orders()).isZero();
    }

    @Test
    void aReplayIsNoSecondCapture() {
        append(CAPTURED, FIRST, 100);
        append(REPLAYED, FIRST, 100);

        assertThat(audit().holds()).isTrue();
        assertThat(audit().orders()).isEqualTo(1);
    }

    @Test
    void twoCapturesForOneOrderAreAViolation() {
        append(CAPTURED, FIRST, 100);
        append(CAPTURED, SECOND, 100);

        assertThat(violations("at-most-one-net-capture-per-order"))
                .containsExactly(
                        new Violation("order-1", List.of(FIRST, SECOND), "2 captures are not refunded in full"));
        assertThat(audit().holds()).isFalse();
    }

    @Test
    void aSecondCaptureThatWasRefundedInFullIsNone() {
        append(CAPTURED, FIRST, 100);
        append(CAPTURED, SECOND, 100);
        append(REFUNDED, SECOND, 60);
        append(REFUNDED, SECOND, 40);

        assertThat(audit().holds()).isTrue();
    }

    @Test
    void aSecondCaptureThatWasRefundedInPartStillIsOne() {
        append(CAPTURED, FIRST, 100);
        append(CAPTURED, SECOND, 100);
        append(REFUNDED, SECOND, 60);

        assertThat(violations("at-most-one-net-capture-per-order")).hasSize(1);
    }

    @Test
    void refundsBeyondTheCaptureAreAViolation() {
        append(CAPTURED, FIRST, 100);
        append(REFUNDED, FIRST, 100);
        append(REFUNDED, FIRST, 1);

        assertThat(violations("refunds-within-captures"))
                .containsExactly(new Violation("order-1", List.of(FIRST), "refunded 101 of 100 captured"));
    }

    @Test
    void declinesMoveNoMoney() {
        append(DECLINED, FIRST, 100);
        append(CAPTURED, SECOND, 100);
        append(REFUND_DECLINED, SECOND, 100);

        assertThat(audit().holds()).isTrue();
    }

    @Test
    void aCaptureUnknownToTheClientIsAViolationAfterTheLimit() {
        append(CAPTURED_ANSWER_LOST, FIRST, 100);

        assertThat(auditAfter(LIMIT.minusNanos(1)).holds()).isTrue();
        assertThat(unknownAfter(LIMIT))
                .containsExactly(new Violation(
                        "order-1", List.of(FIRST), "captured 120 s ago, and the client was never notified"));
    }

    @Test
    void aCaptureThatWasAnsweredIsKnownAlsoIfItsReplayIsLost() {
        append(CAPTURED, FIRST, 100);
        append(REPLAYED_ANSWER_LOST, FIRST, 100);

        assertThat(unknownAfter(LIMIT)).isEmpty();
    }

    @Test
    void aLostReplayLeavesTheCaptureUnknown() {
        append(CAPTURED_ANSWER_LOST, FIRST, 100);
        append(REPLAYED_ANSWER_LOST, FIRST, 100);

        assertThat(unknownAfter(LIMIT)).hasSize(1);
    }

    @Test
    void aReplayNotifiesTheClient() {
        append(CAPTURED_ANSWER_LOST, FIRST, 100);
        append(REPLAYED, FIRST, 100);

        assertThat(unknownAfter(LIMIT)).isEmpty();
    }

    @Test
    void aRefundRequestShowsThatTheClientKnows() {
        append(CAPTURED_ANSWER_LOST, FIRST, 100);
        append(CAPTURED_ANSWER_LOST, SECOND, 100);
        append(REFUNDED, FIRST, 100);
        append(REFUND_DECLINED, SECOND, 100);

        assertThat(unknownAfter(LIMIT)).isEmpty();
    }

    @Test
    void aClientNotifiedByAnotherChannelKnows() {
        append(CAPTURED_ANSWER_LOST, FIRST, 100);
        ledger.clientNotified(FIRST);

        assertThat(unknownAfter(LIMIT)).isEmpty();
    }

    @Test
    void anAttemptInFlightForTooLongIsAViolation() {
        var pending = new Pending(new OrderId("order-2"), List.of(), new IdempotencyKey("key"), NOW);
        var scope = new AuditScope(List.of(), List.of(), List.of(pending));

        assertThat(Audit.of(scope, NOW, LIMIT).holds()).isTrue();
        AuditReport late = Audit.of(scope, NOW.plus(LIMIT), LIMIT);
        assertThat(violations(late, Audit.NOTHING_UNKNOWN))
                .containsExactly(new Violation("order-2", List.of(), "in flight for 120 s under the key key"));
        assertThat(late.orders()).isEqualTo(1);
    }

    @Test
    void auditsASingleOrder() {
        append(CAPTURED, FIRST, 100);
        append(CAPTURED, SECOND, 100);

        assertThat(Audit.of(scope().of(new OrderId("order-1")), NOW, LIMIT).holds())
                .isFalse();
        assertThat(Audit.of(scope().of(new OrderId("order-2")), NOW, LIMIT).holds())
                .isTrue();
    }

    private void append(EntryDraft draft, UUID payment, long amount) {
        var posting = new Posting(payment, new OrderId("order-1"), new Money(amount, "KRW"), new IdempotencyKey("key"));
        ledger.append((sequence, at) -> draft.entry(sequence, posting, at));
    }

    private AuditScope scope() {
        return new AuditScope(ledger.entries(), ledger.unknownCaptures(), List.of());
    }

    private AuditReport audit() {
        return auditAfter(Duration.ZERO);
    }

    private AuditReport auditAfter(Duration time) {
        return Audit.of(scope(), NOW.plus(time), LIMIT);
    }

    private List<Violation> unknownAfter(Duration time) {
        return violations(auditAfter(time), Audit.NOTHING_UNKNOWN);
    }

    private List<Violation> violations(String invariant) {
        return violations(audit(), invariant);
    }

    private static List<Violation> violations(AuditReport audit, String invariant) {
        return audit.invariants().stream()
                .filter(report -> report.name().equals(invariant))
                .flatMap(report -> report.violations().stream())
                .toList();
    }
}

package dev.layeredsaga.paymentstub.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.paymentstub.fault.DeclineCode;
import dev.layeredsaga.paymentstub.fault.Scenario;
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
    private static final Deed CAPTURED = new Deed.Captured(Scenario.OK, false);
    private static final Deed CAPTURED_IN_SECRET = new Deed.Captured(Scenario.CHARGED_RESPONSE_LOST, true);
    private static final Deed DECLINED = new Deed.Declined(Scenario.DECLINED_FRAUD, DeclineCode.FRAUD);
    private static final Deed REFUNDED = new Deed.Refunded(UUID.randomUUID(), OptionalLong.empty());
    private static final Deed REFUND_DECLINED =
            new Deed.RefundDeclined(DeclineCode.REFUND_DECLINED, OptionalLong.empty());
    private static final Deed REPLAYED = new Deed.Replayed(false);
    private static final Deed REPLAYED_IN_VAIN = new Deed.Replayed(true);

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
    void aCaptureTheClientWasNotToldOfIsAViolationAfterTheLimit() {
        append(CAPTURED_IN_SECRET, FIRST, 100);

        assertThat(auditAfter(LIMIT.minusNanos(1)).holds()).isTrue();
        assertThat(unknownAfter(LIMIT))
                .containsExactly(
                        new Violation("order-1", List.of(FIRST), "captured 120 s ago, and the client was never told"));
    }

    @Test
    void aCaptureThatWasAnsweredIsKnownAlsoIfItsReplayIsLost() {
        append(CAPTURED, FIRST, 100);
        append(REPLAYED_IN_VAIN, FIRST, 100);

        assertThat(unknownAfter(LIMIT)).isEmpty();
    }

    @Test
    void aReplayThatIsLostTooTellsNobody() {
        append(CAPTURED_IN_SECRET, FIRST, 100);
        append(REPLAYED_IN_VAIN, FIRST, 100);

        assertThat(unknownAfter(LIMIT)).hasSize(1);
    }

    @Test
    void aReplayTellsTheClient() {
        append(CAPTURED_IN_SECRET, FIRST, 100);
        append(REPLAYED, FIRST, 100);

        assertThat(unknownAfter(LIMIT)).isEmpty();
    }

    @Test
    void whoeverAsksForARefundKnows() {
        append(CAPTURED_IN_SECRET, FIRST, 100);
        append(CAPTURED_IN_SECRET, SECOND, 100);
        append(REFUNDED, FIRST, 100);
        append(REFUND_DECLINED, SECOND, 100);

        assertThat(unknownAfter(LIMIT)).isEmpty();
    }

    @Test
    void aClientThatIsToldInAnotherWayKnows() {
        append(CAPTURED_IN_SECRET, FIRST, 100);
        ledger.clientTold(FIRST);

        assertThat(unknownAfter(LIMIT)).isEmpty();
    }

    @Test
    void anAttemptInFlightForTooLongIsAViolation() {
        var pending = new Pending(new OrderId("order-2"), List.of(), new IdempotencyKey("key"), NOW);
        var books = new Books(List.of(), List.of(), List.of(pending));

        assertThat(Audit.of(books, new Patience(NOW, LIMIT)).holds()).isTrue();
        AuditReport late = Audit.of(books, new Patience(NOW.plus(LIMIT), LIMIT));
        assertThat(violations(late, Audit.NOTHING_UNKNOWN))
                .containsExactly(new Violation("order-2", List.of(), "in flight for 120 s under the key key"));
        assertThat(late.orders()).isEqualTo(1);
    }

    @Test
    void anOrderIsAuditedByItself() {
        append(CAPTURED, FIRST, 100);
        append(CAPTURED, SECOND, 100);

        Patience patience = new Patience(NOW, LIMIT);
        assertThat(Audit.of(books().of(new OrderId("order-1")), patience).holds())
                .isFalse();
        assertThat(Audit.of(books().of(new OrderId("order-2")), patience).holds())
                .isTrue();
    }

    private void append(Deed deed, UUID payment, long amount) {
        ledger.append(
                deed,
                new Posting(payment, new OrderId("order-1"), new Money(amount, "KRW"), new IdempotencyKey("key")));
    }

    private Books books() {
        return new Books(ledger.entries(), ledger.unknownCaptures(), List.of());
    }

    private AuditReport audit() {
        return auditAfter(Duration.ZERO);
    }

    private AuditReport auditAfter(Duration time) {
        return Audit.of(books(), new Patience(NOW.plus(time), LIMIT));
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

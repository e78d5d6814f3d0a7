package dev.layeredsaga.paymentstub.ledger;

import static dev.layeredsaga.paymentstub.ledger.EntryType.CAPTURED;
import static dev.layeredsaga.paymentstub.ledger.EntryType.DECLINED;
import static dev.layeredsaga.paymentstub.ledger.EntryType.REFUNDED;
import static dev.layeredsaga.paymentstub.ledger.EntryType.REFUND_DECLINED;
import static dev.layeredsaga.paymentstub.ledger.EntryType.REPLAYED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import dev.layeredsaga.paymentstub.vocabulary.Money;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AuditTest {

    private static final UUID FIRST = UUID.randomUUID();
    private static final UUID SECOND = UUID.randomUUID();

    private final Ledger ledger = new Ledger(Clock.systemUTC());

    @Test
    void anEmptyLedgerHolds() {
        assertThat(audit().holds()).isTrue();
    }

    @Test
    void aReplayIsNoSecondCapture() {
        append(CAPTURED, FIRST, 100);
        append(REPLAYED, FIRST, 100);

        assertThat(audit().holds()).isTrue();
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

    private void append(EntryType type, UUID payment, long amount) {
        ledger.append(
                type,
                new Posting(payment, new OrderId("order-1"), new Money(amount, "KRW"), new IdempotencyKey("key")));
    }

    private AuditReport audit() {
        return Audit.of(ledger.entries());
    }

    private List<Violation> violations(String invariant) {
        return audit().invariants().stream()
                .filter(report -> report.name().equals(invariant))
                .flatMap(report -> report.violations().stream())
                .toList();
    }
}

package dev.layeredsaga.paymentstub.gateway;

import dev.layeredsaga.paymentstub.ledger.Audit;
import dev.layeredsaga.paymentstub.ledger.AuditReport;
import dev.layeredsaga.paymentstub.ledger.AuditScope;
import dev.layeredsaga.paymentstub.ledger.Ledger;
import dev.layeredsaga.paymentstub.payment.Payments;
import dev.layeredsaga.paymentstub.refund.Refunds;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.time.Clock;
import java.time.Duration;
import java.util.stream.Stream;

/** Audits the current state of the gateway. Thread-safe. */
public record Auditor(Clock clock, Ledger ledger, Payments payments, Refunds refunds) {

    /** The default time for which an outcome may be unknown. */
    public static final Duration DEFAULT_UNKNOWN_FOR = Duration.ofMinutes(2);

    /**
     * Audits all orders.
     *
     * @param unknownFor an outcome unknown for this long or longer is a violation; zero for any unknown outcome
     */
    public AuditReport audit(Duration unknownFor) {
        return Audit.of(scope(), clock.instant(), unknownFor);
    }

    /** Audits one order like {@link #audit(Duration)}. */
    public AuditReport audit(OrderId order, Duration unknownFor) {
        return Audit.of(scope().of(order), clock.instant(), unknownFor);
    }

    private AuditScope scope() {
        var pending = Stream.concat(payments.inFlight(), refunds.inFlight()).toList();
        return new AuditScope(ledger.entries(), ledger.unknownCaptures(), pending);
    }
}

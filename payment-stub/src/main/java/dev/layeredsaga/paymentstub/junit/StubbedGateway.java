package dev.layeredsaga.paymentstub.junit;

import dev.layeredsaga.paymentstub.PaymentStubServer;
import dev.layeredsaga.paymentstub.fault.Scenario;
import dev.layeredsaga.paymentstub.gateway.Auditor;
import dev.layeredsaga.paymentstub.gateway.Gateway;
import dev.layeredsaga.paymentstub.ledger.AuditReport;
import dev.layeredsaga.paymentstub.ledger.LedgerEntry;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.Assertions;

/**
 * A payment stub as a test sees it: where it is, what shall go wrong, and what became of the money. The client under
 * test needs its {@link #url()} and nothing else.
 *
 * <p>Thread-safe, and so are its assertions. The ledger is written before a client hears of a decision, so an assertion
 * made after the client was answered, or cut off, needs no waiting.
 */
public final class StubbedGateway implements AutoCloseable {

    private final PaymentStubServer server;

    private StubbedGateway(PaymentStubServer server) {
        this.server = server;
    }

    /** Starts a stub on a free port. {@link PaymentStub} does this, and closes it too. */
    public static StubbedGateway start() {
        return new StubbedGateway(PaymentStubServer.start(0));
    }

    /** The base of all addresses, without a slash at its end. */
    public URI url() {
        return server.url();
    }

    public int port() {
        return server.port();
    }

    /**
     * Sets what attempts of all orders meet from now on, in place of what was set before. Only those paid with
     * {@code pm_ok} meet it: any other payment method is a fault of its order's own, and wins.
     *
     * @return to say how often, how probably and how slowly; without that, always and at the scenario's own pace
     */
    public ProgrammedFault willMeet(Scenario scenario) {
        return ProgrammedFault.set(gateway().faults(), scenario);
    }

    public void willMeetNoFault() {
        gateway().faults().clear();
    }

    /** What the ledger says of an order, and how often the gateway was called about it, as of this moment. */
    public OrderAssert assertThatOrder(String orderId) {
        return new OrderAssert(OrderRecord.of(gateway(), new OrderId(orderId)));
    }

    /**
     * Asserts that all invariants of the audit hold; nothing may be unknown to its client for two minutes.
     *
     * @throws AssertionError with each violation, if one does not hold
     */
    public void assertAuditHolds() {
        assertAuditHolds(Auditor.DEFAULT_UNKNOWN_FOR);
    }

    /**
     * Asserts that all invariants of the audit hold.
     *
     * @param unknownFor what is unknown to its client for this long is a violation; zero if nothing may be unknown
     * @throws AssertionError with each violation, if one does not hold
     */
    public void assertAuditHolds(Duration unknownFor) {
        AuditReport report = gateway().auditor().audit(unknownFor);
        Assertions.assertThat(report.holds()).as(() -> Texts.audit(report)).isTrue();
    }

    /** The ledger's entries about this order, oldest first. */
    public List<LedgerEntry> ledgerOf(String orderId) {
        return gateway().ledger().entriesOf(new OrderId(orderId));
    }

    /** Empties the ledger, clears the fault and the counts. Requests still waiting are cut short and not seen again. */
    public void reset() {
        server.reset();
    }

    @Override
    public void close() {
        server.close();
    }

    private Gateway gateway() {
        return server.gateway();
    }
}

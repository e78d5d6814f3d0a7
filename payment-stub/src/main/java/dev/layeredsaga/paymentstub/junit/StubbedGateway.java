package dev.layeredsaga.paymentstub.junit;

import dev.layeredsaga.paymentstub.PaymentStubServer;
import dev.layeredsaga.paymentstub.fault.Scenario;
import dev.layeredsaga.paymentstub.gateway.Auditor;
import dev.layeredsaga.paymentstub.gateway.Gateway;
import dev.layeredsaga.paymentstub.ledger.AuditReport;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.Assertions;

/**
 * The payment stub's test API: its address, faults to inject, and assertions on payments. The client under test needs
 * only its {@link #url()}.
 *
 * <p>Thread-safe, and so are its assertions. The ledger is written before a client receives a decision, so an assertion
 * after the client's call has returned or failed needs no waiting.
 */
public final class StubbedGateway implements AutoCloseable {

    private final PaymentStubServer server;

    private StubbedGateway(PaymentStubServer server) {
        this.server = server;
    }

    /** Starts a stub on a free port. {@link PaymentStub} starts and closes one automatically. */
    public static StubbedGateway start() {
        return new StubbedGateway(PaymentStubServer.start(0));
    }

    /** Returns the test API of a stub that is running already. */
    public static StubbedGateway of(PaymentStubServer server) {
        return new StubbedGateway(server);
    }

    /** Returns the base URL, without a trailing slash. */
    public URI url() {
        return server.url();
    }

    public int port() {
        return server.port();
    }

    /**
     * Sets the fault for all orders from now on and replaces the previous one. It applies only to payments with
     * {@code pm_ok}: any other payment method sets a fault for its own order, which takes precedence.
     *
     * @return the fault, to narrow by count, probability and delay; by default it always applies, with the scenario's delay
     */
    public ProgrammedFault willMeet(Scenario scenario) {
        return ProgrammedFault.set(gateway().faults(), scenario);
    }

    public void willMeetNoFault() {
        gateway().faults().clear();
    }

    /** Starts assertions on a snapshot of an order's ledger entries and call counts. */
    public OrderAssert assertThatOrder(String orderId) {
        return new OrderAssert(OrderRecord.of(gateway(), new OrderId(orderId)));
    }

    /**
     * Asserts that all invariants of the audit hold; no outcome may be unknown to its client for two minutes or longer.
     *
     * @throws AssertionError with each violation, if one does not hold
     */
    public void assertAuditHolds() {
        assertAuditHolds(Auditor.DEFAULT_UNKNOWN_FOR);
    }

    /**
     * Asserts that all invariants of the audit hold.
     *
     * @param unknownFor an outcome unknown to its client for this long is a violation; zero for any unknown outcome
     * @throws AssertionError with each violation, if one does not hold
     */
    public void assertAuditHolds(Duration unknownFor) {
        AuditReport report = gateway().auditor().audit(unknownFor);
        Assertions.assertThat(report.holds())
                .as(() -> FailureMessages.audit(report))
                .isTrue();
    }

    /** Returns the ledger's entries for this order, oldest first. */
    public List<LedgerEntry> ledgerOf(String orderId) {
        return gateway().ledger().entriesOf(new OrderId(orderId));
    }

    /** Clears ledger, fault and counts. Pending delays end at once; results of requests in flight are discarded. */
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

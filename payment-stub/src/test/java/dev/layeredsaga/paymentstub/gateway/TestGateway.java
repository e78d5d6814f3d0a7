package dev.layeredsaga.paymentstub.gateway;

import dev.layeredsaga.paymentstub.attempt.Answer;
import dev.layeredsaga.paymentstub.fault.FaultSettings;
import dev.layeredsaga.paymentstub.fault.PaymentMethod;
import dev.layeredsaga.paymentstub.fault.Scenario;
import dev.layeredsaga.paymentstub.ledger.Journal;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Captured;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.EntryType;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.PaymentDecision;
import dev.layeredsaga.paymentstub.payment.PaymentRequest;
import dev.layeredsaga.paymentstub.payment.Payments.Lookup;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import dev.layeredsaga.paymentstub.vocabulary.Money;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** A gateway whose pauses take no time, are recorded, and can run an action. */
public final class TestGateway {

    public static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    public static final Money PRICE = new Money(1990, "KRW");

    private final List<Duration> pauses = new ArrayList<>();
    private Runnable duringPause = () -> {};
    private final Gateway gateway;

    public TestGateway() {
        this(Journal.NONE);
    }

    public TestGateway(Journal journal) {
        gateway = Gateway.open(Clock.fixed(NOW, ZoneOffset.UTC), this::pause, journal, (event, settings) -> false);
    }

    private void pause(Duration duration) {
        pauses.add(duration);
        duringPause.run();
    }

    public Gateway gateway() {
        return gateway;
    }

    public List<Duration> pauses() {
        return pauses;
    }

    public void duringPause(Runnable action) {
        duringPause = action;
    }

    public Answer<PaymentDecision> pay(String key, String order, Scenario method) {
        return gateway.payments().pay(request(key, order, method));
    }

    public Captured capture(String order, Scenario method) {
        pay("pay-" + order, order, method);
        return (Captured) ((Lookup.Found) find("pay-" + order)).decision();
    }

    public Lookup find(String key) {
        return gateway.payments().find(new IdempotencyKey(key));
    }

    public void faultForAll(Scenario scenario) {
        gateway.faults().set(new FaultSettings(scenario, 1, 7, null, null));
    }

    public List<EntryType> ledger() {
        return gateway.ledger().entries().stream().map(LedgerEntry::type).toList();
    }

    public static PaymentRequest request(String key, String order, Scenario method) {
        return new PaymentRequest(new IdempotencyKey(key), new OrderId(order), PRICE, new PaymentMethod(method));
    }
}

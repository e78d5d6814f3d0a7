package dev.layeredsaga.paymentstub.gateway;

import com.fasterxml.uuid.Generators;
import dev.layeredsaga.paymentstub.attempt.Attempts;
import dev.layeredsaga.paymentstub.attempt.Calls;
import dev.layeredsaga.paymentstub.attempt.ClosablePause;
import dev.layeredsaga.paymentstub.attempt.Pause;
import dev.layeredsaga.paymentstub.fault.Faults;
import dev.layeredsaga.paymentstub.ledger.Journal;
import dev.layeredsaga.paymentstub.ledger.Ledger;
import dev.layeredsaga.paymentstub.payment.Captures;
import dev.layeredsaga.paymentstub.payment.Cashier;
import dev.layeredsaga.paymentstub.payment.Payments;
import dev.layeredsaga.paymentstub.refund.RefundDesk;
import dev.layeredsaga.paymentstub.refund.Refunds;
import dev.layeredsaga.paymentstub.webhook.Courier;
import dev.layeredsaga.paymentstub.webhook.News;
import dev.layeredsaga.paymentstub.webhook.Webhooks;
import java.time.Clock;
import java.util.UUID;
import java.util.function.Supplier;

/** A gateway that moves no money. Decisions are in the ledger; faults, webhooks and call counts are in memory. */
public record Gateway(
        Payments payments,
        Refunds refunds,
        Faults faults,
        Ledger ledger,
        Calls calls,
        Auditor auditor,
        Webhooks webhooks) {

    /** Opens a gateway with an empty ledger in memory, whose webhooks are never delivered. */
    public static Gateway open(Clock clock, Pause pause) {
        return open(clock, pause, Journal.NONE, (event, settings) -> false);
    }

    /**
     * Opens a gateway with the state recorded in this journal.
     *
     * @throws dev.layeredsaga.paymentstub.ledger.UnusableJournal if the journal cannot be read or is inconsistent
     */
    public static Gateway open(Clock clock, Pause pause, Journal journal, Courier courier) {
        Supplier<UUID> ids = Generators.timeBasedEpochGenerator()::generate;
        var faults = new Faults();
        var calls = new Calls();
        var ledger = new Ledger(clock, journal);
        var captures = new Captures();
        var webhooks = new Webhooks(notingWhoWasTold(courier, ledger), new ClosablePause());
        var news = new News(clock, ids, captures, webhooks);
        var payments = new Payments(
                new Attempts<>(pause, clock, news::paymentDecided), faults, new Cashier(ids, captures, ledger), calls);
        var refunds = new Refunds(
                new Attempts<>(pause, clock, news::refundDecided),
                faults,
                captures,
                new RefundDesk(ids, ledger),
                calls);
        ledger.entries().forEach(entry -> {
            payments.recall(entry);
            refunds.recall(entry);
        });
        Auditor auditor = new Auditor(clock, ledger, payments, refunds);
        return new Gateway(payments, refunds, faults, ledger, calls, auditor, webhooks);
    }

    /** Records that the client knows of a payment once its webhook is acknowledged, even if the answer was lost. */
    private static Courier notingWhoWasTold(Courier courier, Ledger ledger) {
        return (event, settings) -> {
            boolean acknowledged = courier.deliver(event, settings);
            if (acknowledged) {
                ledger.clientTold(event.payment().id());
            }
            return acknowledged;
        };
    }
}

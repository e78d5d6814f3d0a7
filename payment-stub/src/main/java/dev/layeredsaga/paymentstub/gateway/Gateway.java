package dev.layeredsaga.paymentstub.gateway;

import dev.layeredsaga.paymentstub.attempt.Attempts;
import dev.layeredsaga.paymentstub.attempt.Pause;
import dev.layeredsaga.paymentstub.attempt.Pause.ClosablePause;
import dev.layeredsaga.paymentstub.fault.Calls;
import dev.layeredsaga.paymentstub.fault.Faults;
import dev.layeredsaga.paymentstub.ledger.Journal;
import dev.layeredsaga.paymentstub.ledger.Ledger;
import dev.layeredsaga.paymentstub.payment.Captures;
import dev.layeredsaga.paymentstub.payment.Payments;
import dev.layeredsaga.paymentstub.refund.Refunds;
import dev.layeredsaga.paymentstub.webhook.WebhookEvents;
import dev.layeredsaga.paymentstub.webhook.WebhookSender;
import dev.layeredsaga.paymentstub.webhook.Webhooks;
import java.io.UncheckedIOException;
import java.time.Clock;

/** A gateway that moves no money. Decisions are in the ledger; faults, webhooks and call counts are in memory. */
public record Gateway(
        Payments payments,
        Refunds refunds,
        Faults faults,
        Ledger ledger,
        Calls calls,
        Auditor auditor,
        Webhooks webhooks) {

    private static final System.Logger LOG = System.getLogger(Gateway.class.getName());

    /** Opens a gateway with an empty ledger in memory, whose webhooks are never delivered. */
    public static Gateway open(Clock clock, Pause pause) {
        return open(clock, pause, Journal.NONE, (event, settings) -> false);
    }

    /**
     * Opens a gateway with the state recorded in this journal.
     *
     * @throws dev.layeredsaga.paymentstub.ledger.Journal.UnusableJournal if the journal cannot be read or is inconsistent
     */
    public static Gateway open(Clock clock, Pause pause, Journal journal, WebhookSender sender) {
        var faults = new Faults();
        var ledger = new Ledger(clock, journal);
        var captures = new Captures();
        var webhooks = new Webhooks(recordingAcknowledgements(sender, ledger), new ClosablePause());
        var events = new WebhookEvents(clock, captures, ledger, webhooks);
        var payments = new Payments(
                new Attempts<>(pause, clock, events::paymentDecided, ledger::replay), faults, captures, ledger);
        var refunds = new Refunds(
                new Attempts<>(pause, clock, events::refundDecided, ledger::replay), faults, captures, ledger);
        ledger.entries().forEach(entry -> {
            payments.restore(entry);
            refunds.restore(entry);
        });
        Auditor auditor = new Auditor(clock, ledger, payments, refunds);
        return new Gateway(payments, refunds, faults, ledger, faults.calls(), auditor, webhooks);
    }

    /**
     * Records that the client knows of a payment once its webhook is acknowledged, even if the answer was lost. An
     * acknowledgement that cannot be recorded does not count: the event is sent again.
     */
    private static WebhookSender recordingAcknowledgements(WebhookSender sender, Ledger ledger) {
        return (event, settings) -> {
            if (!sender.deliver(event, settings)) {
                return false;
            }
            try {
                ledger.clientNotified(event.payment().paymentId());
                return true;
            } catch (UncheckedIOException e) {
                LOG.log(System.Logger.Level.WARNING, "webhook " + event.id() + " is sent again: not recorded", e);
                return false;
            }
        };
    }
}

package dev.layeredsaga.paymentstub.gateway;

import com.fasterxml.uuid.Generators;
import dev.layeredsaga.paymentstub.attempt.Attempts;
import dev.layeredsaga.paymentstub.attempt.Pause;
import dev.layeredsaga.paymentstub.fault.Faults;
import dev.layeredsaga.paymentstub.ledger.Ledger;
import dev.layeredsaga.paymentstub.payment.Captures;
import dev.layeredsaga.paymentstub.payment.Cashier;
import dev.layeredsaga.paymentstub.payment.Payments;
import dev.layeredsaga.paymentstub.refund.Refunds;
import java.time.Clock;
import java.util.UUID;
import java.util.function.Supplier;

/** A gateway that takes no money, with its state in memory. */
public record Gateway(Payments payments, Refunds refunds, Faults faults, Ledger ledger) {

    public static Gateway open(Clock clock, Pause pause) {
        Supplier<UUID> ids = Generators.timeBasedEpochGenerator()::generate;
        var faults = new Faults();
        var ledger = new Ledger(clock);
        var captures = new Captures();
        return new Gateway(
                new Payments(new Attempts<>(pause), faults, new Cashier(ids, captures, ledger)),
                new Refunds(new Attempts<>(pause), faults, captures, ledger, ids),
                faults,
                ledger);
    }
}

package dev.layeredsaga.testbed.bench.locks.design;

import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.inventory.ClaimConfirmed;
import dev.layeredsaga.contract.inventory.ClaimRefused;
import dev.layeredsaga.contract.inventory.ClaimStock;
import dev.layeredsaga.contract.inventory.ConfirmClaim;
import dev.layeredsaga.contract.inventory.StockClaimed;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.testbed.bench.locks.load.Design;
import dev.layeredsaga.testbed.bench.locks.load.Order;
import dev.layeredsaga.testbed.bench.locks.load.Payments;
import dev.layeredsaga.testbed.bench.locks.load.Watch;
import dev.layeredsaga.testbed.bench.locks.load.Watch.Sale;
import dev.layeredsaga.testbed.bench.measure.Clients;
import dev.layeredsaga.testbed.bench.measure.Times;
import dev.layeredsaga.testbed.bench.service.ClaimAnswer;
import dev.layeredsaga.testbed.bench.service.ClaimAnswer.Granted;
import dev.layeredsaga.testbed.bench.service.ClaimAnswer.Refused;
import dev.layeredsaga.testbed.bench.service.SagaCommands;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Design B: the real service, over any transport. Claims, pays with no lock held, confirms; retries if the item is busy. */
abstract class OnService implements Design {

    static final Duration TTL = Duration.ofSeconds(60);
    /** Limits the retries for busy items to about 300 a second in all, for any number of clients. */
    private static final Duration PAUSE_PER_CLIENT = Duration.ofMillis(3);

    final Catalog catalog;
    private final Payments payments;
    private final Duration beforeTryingAgain;

    OnService(Catalog catalog, Payments payments, int clients) {
        this.catalog = catalog;
        this.payments = payments;
        this.beforeTryingAgain = PAUSE_PER_CLIENT.multipliedBy(clients);
    }

    /** @param attempt how often the order has asked for anything, this time included */
    abstract ClaimAnswer claim(Order order, int attempt) throws Exception;

    /** Returns true if the claim was confirmed; false if the confirmation should be retried. */
    abstract boolean confirm(Order order, Granted claim, int attempt) throws Exception;

    @Override
    public final Sale sell(Order order, Watch watch) throws Exception {
        int attempt = 0;
        do {
            ClaimAnswer answer = claim(order, ++attempt);
            watch.told();
            switch (answer) {
                case Granted claim -> {
                    payments.pay(order);
                    while (!confirm(order, claim, ++attempt)) {
                        watch.turnedAway();
                        Clients.pause(beforeTryingAgain);
                    }
                    return watch.completed();
                }
                case Refused refused -> {
                    if (refused.isOutOfStock()) {
                        return watch.outOfStock();
                    } else if (refused.isBusy()) {
                        watch.foundBusy();
                    } else if (refused.isTurnedAway()) {
                        watch.turnedAway();
                    } else {
                        throw new IllegalStateException("not expected: " + refused);
                    }
                }
            }
            Clients.pause(beforeTryingAgain);
        } while (watch.hasTimeLeft());
        return watch.givenUp();
    }

    @Override
    public final int[] stockLeft() {
        return catalog.left();
    }

    @Override
    public final int activeConnections() {
        return catalog.inventory().activeConnections();
    }

    @Override
    public final Times sections() {
        return catalog.inventory().timers().sectionTimes();
    }

    /** Leaves the service running. */
    @Override
    public void close() {}

    /** Calls the service over HTTP, one request for every claim and every confirmation; those for one item share sections. */
    static final class OverHttp extends OnService {

        OverHttp(Catalog catalog, Payments payments, int clients) {
            super(catalog, payments, clients);
        }

        @Override
        ClaimAnswer claim(Order order, int attempt) {
            return catalog.client().claim(order.id().toString(), catalog.sku(order.item()), (int) TTL.toSeconds());
        }

        @Override
        boolean confirm(Order order, Granted claim, int attempt) {
            int status = catalog.client().confirm(claim);
            if (status != 200 && status != 503) {
                throw new IllegalStateException("paid, but not confirmed: " + status);
            }
            return status == 200;
        }
    }

    /** Calls the service over Kafka, as sagas do: the commands of a poll share a section. */
    static final class OverKafka extends OnService {

        private final SagaCommands commands;

        OverKafka(SagaCommands commands, Catalog catalog, Payments payments, int clients) {
            super(catalog, payments, clients);
            this.commands = commands;
        }

        @Override
        ClaimAnswer claim(Order order, int attempt) throws Exception {
            List<StockLine> lines = List.of(new StockLine(catalog.sku(order.item()), 1));
            StepAttempt step = new StepAttempt(order.id(), "reserve", attempt);
            return switch (commands.ask(new ClaimStock(step, lines, TTL, null))) {
                case StockClaimed claimed ->
                    new Granted(claimed.claimId().toString(), claimed.token().toString());
                case ClaimRefused refused -> new Refused(0, refused.code().name());
                case SagaReply other -> throw new IllegalStateException("not expected: " + other);
            };
        }

        @Override
        boolean confirm(Order order, Granted claim, int attempt) throws Exception {
            StepAttempt step = new StepAttempt(order.id(), "confirm", attempt);
            SagaReply reply = commands.ask(
                    new ConfirmClaim(step, UUID.fromString(claim.claimId()), UUID.fromString(claim.token())));
            if (!(reply instanceof ClaimConfirmed)) {
                throw new IllegalStateException("paid, but not confirmed: " + reply);
            }
            return true;
        }
    }
}

package dev.layeredsaga.testbed.bench.locks;

import dev.layeredsaga.testbed.bench.measure.Clients;
import dev.layeredsaga.testbed.bench.measure.Percentiles;
import java.sql.SQLException;
import java.time.Duration;

/** Design B: the real service, over any transport. Claims, pays with no lock held, confirms; retries if the item is busy. */
abstract class OnService implements Design {

    static final Duration TTL = Duration.ofSeconds(60);

    /** Limits the retries for busy items to about 300 a second in all, for any number of clients. */
    private static final Duration PAUSE_PER_CLIENT = Duration.ofMillis(3);

    protected final Catalog catalog;
    protected final Payments payments;
    private final Duration beforeTryingAgain;

    OnService(Catalog catalog, Payments payments, int clients) {
        this.catalog = catalog;
        this.payments = payments;
        this.beforeTryingAgain = PAUSE_PER_CLIENT.multipliedBy(clients);
    }

    /** The answer to one attempt to claim. */
    enum Answer {
        GRANTED,
        BUSY,
        OUT_OF_STOCK,
        TURNED_AWAY
    }

    /** One order in progress. For one thread. */
    interface Attempt {

        Answer claim() throws Exception;

        /** Returns true if the claim was confirmed; false if the confirmation should be retried. */
        boolean confirm() throws Exception;
    }

    abstract Attempt attempt(Order order);

    @Override
    public final Sale sell(Order order, Watch watch) throws Exception {
        Attempt attempt = attempt(order);
        do {
            Answer answer = attempt.claim();
            watch.told();
            switch (answer) {
                case GRANTED -> {
                    return sellClaimed(order, attempt, watch);
                }
                case OUT_OF_STOCK -> {
                    return watch.outOfStock();
                }
                case BUSY -> watch.foundBusy();
                case TURNED_AWAY -> watch.turnedAway();
            }
            Clients.pause(beforeTryingAgain);
        } while (watch.isPatient());
        return watch.givenUp();
    }

    private Sale sellClaimed(Order order, Attempt attempt, Watch watch) throws Exception {
        payments.pay(order);
        while (!attempt.confirm()) {
            watch.turnedAway();
            Clients.pause(beforeTryingAgain);
        }
        return watch.completed();
    }

    @Override
    public final int[] stockLeft() throws SQLException {
        return catalog.left();
    }

    @Override
    public final int activeConnections() {
        return catalog.activeConnections();
    }

    @Override
    public final Percentiles sections() {
        return catalog.sections();
    }

    /** Leaves the service running. */
    @Override
    public void close() {}
}

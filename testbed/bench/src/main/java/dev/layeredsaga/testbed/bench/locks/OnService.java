package dev.layeredsaga.testbed.bench.locks;

import dev.layeredsaga.testbed.bench.measure.Clients;
import dev.layeredsaga.testbed.bench.measure.Percentiles;
import java.sql.SQLException;
import java.time.Duration;

/** Design B: the real service, however it is asked. Claim, pay with no lock held, confirm; who is told "busy" tries again. */
abstract class OnService implements Design {

    static final Duration TTL = Duration.ofSeconds(60);

    /** So that together they ask some 300 times a second for what is busy, however many they are. */
    private static final Duration PAUSE_PER_CLIENT = Duration.ofMillis(3);

    protected final Shelf shelf;
    protected final Payments payments;
    private final Duration beforeTryingAgain;

    OnService(Shelf shelf, Payments payments, int clients) {
        this.shelf = shelf;
        this.payments = payments;
        this.beforeTryingAgain = PAUSE_PER_CLIENT.multipliedBy(clients);
    }

    /** What became of one try to claim. */
    enum Answer {
        GRANTED,
        BUSY,
        OUT_OF_STOCK,
        TURNED_AWAY
    }

    /** One order on its way. For one thread. */
    interface Attempt {

        Answer claim() throws Exception;

        /** Returns whether it was confirmed; if not, it is worth another try. */
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
        return shelf.left();
    }

    @Override
    public final int activeConnections() {
        return shelf.activeConnections();
    }

    @Override
    public final Percentiles sections() {
        return shelf.sections();
    }

    /** The service goes on. */
    @Override
    public void close() {}
}

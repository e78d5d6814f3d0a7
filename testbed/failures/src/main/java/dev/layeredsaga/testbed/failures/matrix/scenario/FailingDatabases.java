package dev.layeredsaga.testbed.failures.matrix.scenario;

import static dev.layeredsaga.testbed.failures.matrix.outcome.Range.atLeast;
import static dev.layeredsaga.testbed.failures.matrix.outcome.Range.between;
import static dev.layeredsaga.testbed.failures.matrix.outcome.Range.exactly;

import dev.layeredsaga.testbed.failures.fault.DatabaseFaults;
import dev.layeredsaga.testbed.failures.matrix.outcome.Bound;
import dev.layeredsaga.testbed.failures.matrix.outcome.Case;
import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.system.OwnSystem;
import dev.layeredsaga.testbed.failures.matrix.system.ScenarioRun;
import dev.layeredsaga.testbed.failures.matrix.system.TestSystem;
import dev.layeredsaga.testbed.system.Service;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A database that is there, but does not do its work. */
public final class FailingDatabases extends ScenarioGroup.OneByOne {

    private static final Duration FAILING = Duration.ofSeconds(5);

    private static final Expected CONFIRMED = Expected.confirmed()
            .calls(between(1, 2), atLeast(0), exactly(0))
            .within(Bound.within(Duration.ofSeconds(60)));

    private enum How {
        READ_ONLY("refuses every write (25006), as after a failover to a standby"),
        SILENT("does not answer on any open session, which is not closed either"),
        FULL("has no room for messages (53100)");

        private final String description;

        How(String description) {
            this.description = description;
        }

        String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private record Failure(How how, Service service) {

        Case wanted() {
            return Case.of(
                            "postgres-%s-%s".formatted(how.label(), service.database()),
                            "the database of the %s %s".formatted(service.serviceName(), how.description),
                            CONFIRMED)
                    .onOwnSystem()
                    .withOrders(6);
        }
    }

    private static final List<Failure> FAILURES = Stream.of(How.values())
            .flatMap(how -> Stream.of(Service.values()).map(service -> new Failure(how, service)))
            .toList();

    public FailingDatabases() {
        super(
                "A database fails",
                "For %d s, while three orders are being paid (3 s each); three more are placed as soon as orders are taken again."
                                .formatted(FAILING.toSeconds())
                        + " No message may become a dead letter.",
                FAILURES.stream().map(Failure::wanted).toList());
    }

    @Override
    void play(TestSystem tested, Case wanted, ScenarioRun run) {
        Failure failure = FAILURES.stream()
                .filter(each -> each.wanted().equals(wanted))
                .findFirst()
                .orElseThrow();
        int deadLetters = tested.mail().deadLetters();
        run.orders(3, "pm_slow_then_ok").forEach(order -> tested.shop().awaitStep(order, "pay"));
        fail(failure, tested.own());
        tested.orderWhenPossible(run, 3);
        tested.mail().awaitTakenIn();
        if (tested.mail().deadLetters() != deadLetters) {
            run.remark("good messages have become dead letters");
        }
    }

    private static void fail(Failure failure, OwnSystem system) {
        DatabaseFaults databases = new DatabaseFaults(system.infrastructure().postgres());
        String database = failure.service().database();
        try {
            switch (failure.how()) {
                case READ_ONLY -> databases.makeReadOnly(database);
                case SILENT -> databases.freezeSessions(database);
                case FULL -> databases.fillOutbox(database);
            }
            LockSupport.parkNanos(FAILING.toNanos());
        } finally {
            databases.mend(database);
        }
    }
}

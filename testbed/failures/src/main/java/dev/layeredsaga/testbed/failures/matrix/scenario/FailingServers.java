package dev.layeredsaga.testbed.failures.matrix.scenario;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.testbed.failures.chaos.injection.Injection.DatabaseFault;
import dev.layeredsaga.testbed.failures.chaos.injection.Injection.Outage;
import dev.layeredsaga.testbed.failures.chaos.injection.Injector;
import dev.layeredsaga.testbed.failures.chaos.system.Labels;
import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.run.Case;
import dev.layeredsaga.testbed.failures.matrix.run.ScenarioGroup;
import dev.layeredsaga.testbed.failures.matrix.run.ScenarioRun;
import dev.layeredsaga.testbed.failures.matrix.run.TestSystem;
import dev.layeredsaga.testbed.system.Service;
import java.time.Duration;
import java.util.stream.Stream;

/** A server that all depend on is away for a while, or is there and does not do its work. */
public final class FailingServers {

    private static final Duration AWAY = Duration.ofSeconds(2);
    private static final Duration FAILING = Duration.ofSeconds(5);

    private static final Expected CONFIRMED = Expected.confirmed().within("45 s");

    private FailingServers() {}

    public static ScenarioGroup stopped() {
        return ScenarioGroup.oneByOne(
                "A server is away",
                "Three orders are being paid (3 s each) when it goes, three are placed while it is away, three when it is back.",
                stopped(Outage.Part.REDIS, "Redis is stopped, and started again", 3, Expected.confirmed()),
                stopped(Outage.Part.KAFKA, "Kafka is stopped, and started again", 3, CONFIRMED),
                stopped(
                        Outage.Part.POSTGRES,
                        "PostgreSQL is stopped, and started again; no order can be placed meanwhile",
                        0,
                        CONFIRMED.calls("1–2 / ≥ 0 / 0")));
    }

    private static Case stopped(Outage.Part part, String description, int meanwhile, Expected expected) {
        return Case.of(Labels.of(part) + "-away", description).onOwn(6 + meanwhile, expected, (tested, run) -> {
            tested.orderAndPay(run, 3);
            tested.own().injector().during(new Outage(part), () -> {
                run.orders(meanwhile, "pm_ok");
                TestSystem.pause(AWAY);
            });
            tested.orderWhenPossible(run, 3);
        });
    }

    public static ScenarioGroup failing() {
        return ScenarioGroup.oneByOne(
                "A database fails",
                "For %d s, while three orders are being paid (3 s each); three more are placed as soon as orders are taken again."
                                .formatted(FAILING.toSeconds())
                        + " No message may become a dead letter.",
                Stream.of(DatabaseFault.Kind.values())
                        .flatMap(kind -> Stream.of(Service.values()).map(service -> failing(kind, service)))
                        .toArray(Case[]::new));
    }

    private static Case failing(DatabaseFault.Kind kind, Service service) {
        String what = switch (kind) {
            case READ_ONLY -> "refuses every write (25006), as after a failover to a standby";
            case SILENT -> "does not answer on any open session, which is not closed either";
            case FULL -> "has no room for messages (53100)";
        };
        String name = "postgres-%s-%s".formatted(Labels.of(kind), service.database());
        Expected expected = Expected.confirmed().calls("1–2 / ≥ 0 / 0").within("60 s");
        return Case.of(name, "the database of the %s %s".formatted(service.serviceName(), what))
                .onOwn(6, expected, (tested, run) -> fail(new DatabaseFault(kind, service), tested, run));
    }

    private static void fail(DatabaseFault fault, TestSystem tested, ScenarioRun run) {
        int deadLetters = tested.messages().deadLettersOf(Topics.ALL);
        tested.orderAndPay(run, 3);
        Injector injector = tested.own().injector();
        injector.begin(fault);
        try {
            TestSystem.pause(FAILING);
        } finally {
            // ends no session: those of the time of the failure are the service's own to close
            injector.databases().mend(fault.service().database());
        }
        tested.orderWhenPossible(run, 3);
        tested.topics().awaitRead();
        run.remarkUnless(
                tested.messages().deadLettersOf(Topics.ALL) == deadLetters, "good messages have become dead letters");
    }
}

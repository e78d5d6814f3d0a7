package dev.layeredsaga.testbed.bench.console;

import static dev.layeredsaga.testbed.bench.measure.Console.say;

import dev.layeredsaga.testbed.bench.console.OpenConsoles.Polls;
import dev.layeredsaga.testbed.bench.console.StoredSagas.History;
import dev.layeredsaga.testbed.bench.measure.Contest;
import dev.layeredsaga.testbed.bench.measure.Contest.Entrant;
import dev.layeredsaga.testbed.bench.measure.Disk;
import dev.layeredsaga.testbed.bench.measure.Percentiles;
import dev.layeredsaga.testbed.bench.measure.Results;
import dev.layeredsaga.testbed.bench.measure.Table;
import dev.layeredsaga.testbed.bench.service.DurableServers;
import dev.layeredsaga.testbed.infrastructure.EmbeddedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.system.Service;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Measures the operators' console: its first screen with empty databases and with full ones, pages of its lists, and what consoles
 * that are open cost an orchestrator that has nothing else to do. Ends with status 1 if a saga was written meanwhile.
 */
@Command(
        name = "console",
        description = "What the operators' console costs: pages with many stored sagas, and consoles that are open.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class ConsoleBenchmark implements Callable<Integer> {

    private static final List<String> FIRST_SCREEN = List.of("/console", "/console/overview");
    private static final List<String> SAGA_FILTERS = List.of(
            "",
            "after=MIDDLE",
            "status=STUCK",
            "step=pay&waiting=true",
            "customer=customer-17",
            "status=STUCK&text=charge_disputed");
    private static final List<String> OTHER_LISTS = List.of(
            "/console/locks/list",
            "/console/locks/list?sku=item-17",
            "/console/claims/rows",
            "/console/claims/rows?state=HELD&sku=item-17");
    private static final int REQUESTS = 1_000;
    private static final int LIST_REQUESTS = 100;
    private static final int READINGS = 10;
    private static final int WARM_UPS = 3;

    /** All consoles share numbers that are at most two seconds old. */
    private static final Duration NUMBERS_ARE_OLD = Duration.ofMillis(2_050);

    private static final int PAGE_TARGET_MILLIS = 100;
    private static final int REST_TARGET_PERCENT = 5;

    @Option(names = "--sagas", defaultValue = "1000000", description = "stored; default ${DEFAULT-VALUE}")
    private long sagas;

    @Option(names = "--unfinished", defaultValue = "5000", description = "of the sagas; default ${DEFAULT-VALUE}")
    private long unfinished;

    @Option(names = "--claims", defaultValue = "100000", description = "in the inventory; default ${DEFAULT-VALUE}")
    private long claims;

    @Option(
            names = "--history",
            defaultValue = "attempts",
            description = "of each saga: none, attempts or events (and attempts); default ${DEFAULT-VALUE}")
    private History history = History.ATTEMPTS;

    @Option(names = "--consoles", defaultValue = "50", description = "that are open; default ${DEFAULT-VALUE}")
    private int consoles;

    @Option(
            names = "--seconds",
            defaultValue = "60",
            description = "of each run with consoles, and of each without; default ${DEFAULT-VALUE}")
    private int seconds;

    @Option(names = "--repeats", defaultValue = "4", description = "of each measurement; default ${DEFAULT-VALUE}")
    private int repeats;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec command;

    private final Results results = new Results("console");

    private ConsoleBenchmark() {}

    /** Ends with status 0, 1 if a saga was written or something failed, or 2 on misuse. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new ConsoleBenchmark())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        if (sagas < 1_000 || unfinished < 5 || unfinished > sagas / 2 || claims < 50) {
            throw misuse("at least 1000 --sagas, 5 to half of them --unfinished, and 50 --claims");
        }
        if (consoles < 5 || seconds < 1 || repeats < 1) {
            throw misuse("at least 5 --consoles, and 1 for --seconds and --repeats");
        }
        try (EmbeddedInfrastructure servers = DurableServers.start();
                Site full = Site.start(servers, "full");
                Connection connection = full.connect(Service.ORCHESTRATOR)) {
            fill(full);
            String before = StoredSagas.state(connection);
            Session session = full.signIn();
            firstScreen(servers, session);
            pages(session, StoredSagas.middle(connection));
            rest(full, session, connection);
            String after = StoredSagas.state(connection);
            say("sagas: %s%n%s%n".formatted(after, before.equals(after) ? "none was written" : "before: " + before));
            return before.equals(after) ? 0 : 1;
        }
    }

    private ParameterException misuse(String needed) {
        return new ParameterException(command.commandLine(), "console: needs " + needed);
    }

    /** Fills the tables that the services have made, while they are stopped. */
    private void fill(Site full) throws Exception {
        full.stop();
        say("storing %,d sagas and %,d claims …%n".formatted(sagas, claims));
        StoredSagas stored = new StoredSagas(sagas, unfinished, claims);
        try (Connection orchestrator = full.connect(Service.ORCHESTRATOR);
                Connection inventory = full.connect(Service.INVENTORY)) {
            stored.store(orchestrator, history);
            stored.storeClaims(inventory);
        }
        Disk.settle();
        full.startAgain();
    }

    /** Compares the first screen of a site whose databases are empty with that of the other one. */
    private void firstScreen(Infrastructure servers, Session full) throws Exception {
        Table table = new Table(
                "first screen", "empty: p50 ms", "full: p50 ms", "ratio", "empty: p99 ms", "full: p99 ms", "ratio");
        try (Site site = Site.start(servers, "empty")) {
            Session empty = site.signIn();
            for (String path : FIRST_SCREEN) {
                say("%s, with empty and full databases …%n".formatted(path));
                compare(table, path, empty, full, REQUESTS, Duration.ZERO);
                compare(table, path + ", numbers read anew", empty, full, READINGS, NUMBERS_ARE_OLD);
            }
        }
        say("%n%s%n".formatted(table));
    }

    private void compare(Table table, String title, Session empty, Session full, int requests, Duration pause)
            throws Exception {
        String path = title.split(",", 2)[0];
        Contest<PageTimes> contest = new Contest<>();
        contest.enter("empty", () -> PageTimes.of(empty, path, requests, pause));
        contest.enter("full", () -> PageTimes.of(full, path, requests, pause));
        run(title, contest, pause.isZero());
        Entrant<PageTimes> before = contest.baseline();
        Entrant<PageTimes> after = contest.entrants().getLast();
        table.row(
                title,
                Percentiles.spread(before.rounds(), PageTimes::p50),
                Percentiles.spread(after.rounds(), PageTimes::p50),
                Percentiles.inWords(after.ratioTo(before, PageTimes::p50), "%.2f"),
                Percentiles.spread(before.rounds(), PageTimes::p99),
                Percentiles.spread(after.rounds(), PageTimes::p99),
                Percentiles.inWords(after.ratioTo(before, PageTimes::p99), "%.2f"));
    }

    private <F> void run(String title, Contest<F> contest, boolean warmUp) throws Exception {
        if (warmUp) {
            for (Entrant<F> entrant : contest.entrants()) {
                for (int i = 0; i < WARM_UPS; i++) {
                    F unused = entrant.run().call();
                }
            }
        }
        contest.run(repeats);
        results.add(title, contest.entrants().stream().collect(Collectors.toMap(Entrant::title, Entrant::rounds)));
    }

    /** Measures pages of the lists, those of sagas with 50 rows and with 500. */
    private void pages(Session session, String middle) throws Exception {
        List<String> paths = new ArrayList<>();
        for (String filter : SAGA_FILTERS) {
            paths.add("/console/sagas?" + filter);
            paths.add("/console/sagas?size=500&" + filter);
        }
        paths.addAll(OTHER_LISTS);
        Contest<PageTimes> contest = new Contest<>();
        for (String path : paths) {
            contest.enter(
                    path, () -> PageTimes.of(session, path.replace("MIDDLE", middle), LIST_REQUESTS, Duration.ZERO));
        }
        say("pages of the lists …%n".formatted());
        run("pages", contest, true);
        Table table = new Table("page", "rows", "p50 ms", "p99 ms");
        for (Entrant<PageTimes> page : contest.entrants()) {
            table.row(
                    page.title(),
                    "%d".formatted(page.rounds().getLast().rows()),
                    Percentiles.spread(page.rounds(), PageTimes::p50),
                    Percentiles.spread(page.rounds(), PageTimes::p99));
        }
        say("%n%starget of a page with 500 rows: less than %d ms%n%n".formatted(table, PAGE_TARGET_MILLIS));
    }

    /** Measures what open consoles cost, in turn with none. */
    private void rest(Site site, Session session, Connection database) throws Exception {
        OpenConsoles open = new OpenConsoles(session, consoles);
        Duration howLong = Duration.ofSeconds(seconds);
        List<Polls> polls = new ArrayList<>();
        Callable<?> nobody = () -> {
            Thread.sleep(howLong);
            return howLong;
        };
        Contest<CostAtRest> contest = new Contest<>();
        contest.enter("no console", () -> CostAtRest.during(nobody, site.orchestrator(), database));
        contest.enter(
                consoles + " consoles",
                () -> CostAtRest.during(() -> polls.add(open.poll(howLong)), site.orchestrator(), database));
        say("%d consoles, in turn with none …%n".formatted(consoles));
        run("at rest", contest, false);
        results.add("polls", polls);
        List<CostAtRest> without = contest.baseline().rounds();
        List<CostAtRest> with = contest.entrants().getLast().rounds();
        List<CostAtRest> difference = IntStream.range(0, repeats)
                .mapToObj(round -> with.get(round).minus(without.get(round)))
                .toList();
        Table table = new Table("% of one core, at rest", "no console", consoles + " consoles", "difference");
        Map<String, ToDoubleFunction<CostAtRest>> parts = new LinkedHashMap<>();
        parts.put("orchestrator", CostAtRest::orchestrator);
        parts.put("PostgreSQL", CostAtRest::database);
        parts.forEach((part, cost) -> table.row(
                part,
                Percentiles.spread(without, cost),
                Percentiles.spread(with, cost),
                Percentiles.spread(difference, cost)));
        say("%n%s".formatted(table));
        say("a poll: p50 %s ms, p99 %s ms; %,d of %,d had something new%n"
                .formatted(
                        Percentiles.spread(polls, Polls::p50),
                        Percentiles.spread(polls, Polls::p99),
                        polls.stream().mapToLong(Polls::changed).sum(),
                        polls.stream().mapToLong(Polls::all).sum()));
        say("the orchestrator's difference: %.2f %%; target: less than %d%n%n"
                .formatted(Percentiles.median(difference, CostAtRest::orchestrator), REST_TARGET_PERCENT));
    }
}

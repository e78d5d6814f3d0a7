package dev.layeredsaga.testbed.bench.console;

import static dev.layeredsaga.testbed.bench.measure.Console.say;

import dev.layeredsaga.testbed.bench.console.OpenConsoles.Polls;
import dev.layeredsaga.testbed.bench.console.StoredSagas.History;
import dev.layeredsaga.testbed.bench.measure.BenchmarkCommand;
import dev.layeredsaga.testbed.bench.measure.Contest;
import dev.layeredsaga.testbed.bench.measure.Contest.Entrant;
import dev.layeredsaga.testbed.bench.measure.DatabaseCost;
import dev.layeredsaga.testbed.bench.measure.Latencies;
import dev.layeredsaga.testbed.bench.measure.Machine;
import dev.layeredsaga.testbed.bench.measure.Results;
import dev.layeredsaga.testbed.bench.measure.Statistics;
import dev.layeredsaga.testbed.bench.measure.Table;
import dev.layeredsaga.testbed.bench.measure.Times;
import dev.layeredsaga.testbed.bench.service.DurableServers;
import dev.layeredsaga.testbed.infrastructure.EmbeddedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.system.Service;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.springframework.jdbc.core.JdbcTemplate;
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
    private static final Pattern ROW = Pattern.compile("<th scope=\"row\">|<article ");
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

    @Option(
            names = "--requests",
            defaultValue = "1000",
            description = "of the first screen in each repeat, a tenth of each list; default ${DEFAULT-VALUE}")
    private int requests;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec command;

    private final Results results = new Results("console");

    private ConsoleBenchmark() {}

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        BenchmarkCommand.run(new ConsoleBenchmark(), arguments);
    }

    @Override
    public Integer call() throws Exception {
        if (sagas < 1_000 || unfinished < 5 || unfinished > sagas / 2 || claims < 50) {
            throw misuse("at least 1000 --sagas, 5 to half of them --unfinished, and 50 --claims");
        }
        if (consoles < 5 || seconds < 1 || repeats < 1 || requests < 100) {
            throw misuse("at least 5 --consoles, 1 for --seconds and --repeats, and 100 --requests");
        }
        try (EmbeddedInfrastructure servers = DurableServers.start();
                Site full = Site.start(servers, "full");
                Connection connection = servers.postgres().connect("postgres")) {
            fill(full);
            JdbcTemplate stored = full.database(Service.ORCHESTRATOR);
            String before = StoredSagas.state(stored);
            Session session = full.signIn();
            firstScreen(servers, session);
            pages(session, StoredSagas.middle(stored));
            rest(full, session, connection);
            String after = StoredSagas.state(stored);
            say("sagas: %s%n%s%n", after, before.equals(after) ? "none was written" : "before: " + before);
            return before.equals(after) ? 0 : 1;
        }
    }

    private ParameterException misuse(String needed) {
        return new ParameterException(command.commandLine(), "needs " + needed);
    }

    /** Fills the tables that the services have made, while they are stopped. */
    private void fill(Site full) throws Exception {
        full.stop();
        say("storing %,d sagas and %,d claims …%n", sagas, claims);
        StoredSagas stored = new StoredSagas(sagas, unfinished, claims);
        stored.store(full.database(Service.ORCHESTRATOR), history);
        stored.storeClaims(full.database(Service.INVENTORY));
        Machine.settleDisk();
        full.startAgain();
    }

    /** Compares the first screen of a site whose databases are empty with that of the other one. */
    private void firstScreen(Infrastructure servers, Session full) throws Exception {
        Table table = new Table(
                "first screen", "empty: p50 ms", "full: p50 ms", "ratio", "empty: p99 ms", "full: p99 ms", "ratio");
        try (Site site = Site.start(servers, "empty")) {
            Session empty = site.signIn();
            for (String path : FIRST_SCREEN) {
                say("%s, with empty and full databases …%n", path);
                compare(table, path, empty, full, requests, Duration.ZERO);
                compare(table, path + ", numbers read anew", empty, full, requests / 100, NUMBERS_ARE_OLD);
            }
        }
        say("%n%s%n", table);
    }

    private void compare(Table table, String title, Session empty, Session full, int requests, Duration pause)
            throws Exception {
        String path = title.split(",", 2)[0];
        Contest<Page> contest = new Contest<>();
        contest.enter("empty", () -> Page.read(empty, path, requests, pause));
        contest.enter("full", () -> Page.read(full, path, requests, pause));
        run(title, contest, pause.isZero());
        Entrant<Page> before = contest.baseline();
        Entrant<Page> after = contest.entrants().getLast();
        table.row(
                title,
                before.spread(Page::p50),
                after.spread(Page::p50),
                after.ratioTo(before, Page::p50),
                before.spread(Page::p99),
                after.spread(Page::p99),
                after.ratioTo(before, Page::p99));
    }

    /**
     * The times of one page at its reader, from the request to the last byte.
     *
     * @param rows sagas, claims or items on the page
     */
    private record Page(long rows, Times times) {

        /** @param pause before each request */
        static Page read(Session session, String path, int requests, Duration pause) throws InterruptedException {
            Latencies times = new Latencies();
            String page = "";
            for (int i = 0; i < requests; i++) {
                Thread.sleep(pause);
                long begin = System.nanoTime();
                page = session.page(path);
                times.addSince(begin);
            }
            return new Page(ROW.matcher(page).results().count(), times.times());
        }

        double p50() {
            return times.p50();
        }

        double p99() {
            return times.p99();
        }
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
        results.add(title, contest.rounds());
    }

    /** Measures pages of the lists, those of sagas with 50 rows and with 500. */
    private void pages(Session session, String middle) throws Exception {
        List<String> paths = new ArrayList<>();
        for (String filter : SAGA_FILTERS) {
            paths.add("/console/sagas?" + filter);
            paths.add("/console/sagas?size=500&" + filter);
        }
        paths.addAll(OTHER_LISTS);
        Contest<Page> contest = new Contest<>();
        for (String path : paths) {
            contest.enter(path, () -> Page.read(session, path.replace("MIDDLE", middle), requests / 10, Duration.ZERO));
        }
        say("pages of the lists …%n");
        run("pages", contest, true);
        Table table = new Table("page", "rows", "p50 ms", "p99 ms");
        for (Entrant<Page> page : contest.entrants()) {
            table.row(page.title(), page.rounds().getLast().rows(), page.spread(Page::p50), page.spread(Page::p99));
        }
        say("%n%starget of a page with 500 rows: less than %d ms%n%n", table, PAGE_TARGET_MILLIS);
    }

    /** Measures what open consoles cost, in turn with none. */
    private void rest(Site site, Session session, Connection database) throws Exception {
        OpenConsoles open = new OpenConsoles(session, consoles);
        Duration howLong = Duration.ofSeconds(seconds);
        List<Polls> polls = new ArrayList<>();
        Contest<CostAtRest> contest = new Contest<>();
        contest.enter("no console", () -> {
            CostAtRest before = CostAtRest.soFar(site, database);
            Thread.sleep(howLong);
            return CostAtRest.soFar(site, database).since(before);
        });
        contest.enter(consoles + " consoles", () -> {
            CostAtRest before = CostAtRest.soFar(site, database);
            polls.add(open.poll(howLong));
            return CostAtRest.soFar(site, database).since(before);
        });
        say("%d consoles, in turn with none …%n", consoles);
        run("at rest", contest, false);
        results.add("polls", polls);
        Entrant<CostAtRest> without = contest.baseline();
        Entrant<CostAtRest> with = contest.entrants().getLast();
        Table table = new Table("% of one core, at rest", "no console", consoles + " consoles", "difference");
        Map<String, ToDoubleFunction<CostAtRest>> parts = new LinkedHashMap<>();
        parts.put("orchestrator", CostAtRest::orchestratorPercent);
        parts.put("PostgreSQL", CostAtRest::databasePercent);
        parts.forEach((part, cost) -> table.row(
                part,
                without.spread(cost),
                with.spread(cost),
                Statistics.spread(differences(with, without, cost), d -> d)));
        say("%n%s", table);
        say(
                "a poll: p50 %s ms, p99 %s ms; %,d of %,d had something new%n",
                Statistics.spread(polls, poll -> poll.times().p50()),
                Statistics.spread(polls, poll -> poll.times().p99()),
                polls.stream().mapToLong(Polls::changed).sum(),
                polls.stream().mapToLong(Polls::all).sum());
        say(
                "the orchestrator's difference: %.2f %%; target: less than %d%n%n",
                Statistics.median(differences(with, without, CostAtRest::orchestratorPercent), d -> d),
                REST_TARGET_PERCENT);
    }

    private static List<Double> differences(
            Entrant<CostAtRest> with, Entrant<CostAtRest> without, ToDoubleFunction<CostAtRest> cost) {
        return IntStream.range(0, with.rounds().size())
                .mapToObj(round -> cost.applyAsDouble(with.rounds().get(round))
                        - cost.applyAsDouble(without.rounds().get(round)))
                .toList();
    }

    /** The CPU time of a while in which no order is placed: of the orchestrator's process, and of PostgreSQL with all databases. */
    private record CostAtRest(Duration orchestrator, Duration database, Duration elapsed) {

        static CostAtRest soFar(Site site, Connection database) throws SQLException {
            return new CostAtRest(
                    Machine.of(site.orchestrator()),
                    DatabaseCost.soFar(database).cpu(),
                    Duration.ofNanos(System.nanoTime()));
        }

        CostAtRest since(CostAtRest earlier) {
            return new CostAtRest(
                    orchestrator.minus(earlier.orchestrator),
                    database.minus(earlier.database),
                    elapsed.minus(earlier.elapsed));
        }

        /** Returns the share of one core. */
        double orchestratorPercent() {
            return 100.0 * orchestrator.toNanos() / elapsed.toNanos();
        }

        double databasePercent() {
            return 100.0 * database.toNanos() / elapsed.toNanos();
        }
    }
}

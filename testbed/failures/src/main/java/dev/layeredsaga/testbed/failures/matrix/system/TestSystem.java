package dev.layeredsaga.testbed.failures.matrix.system;

import dev.layeredsaga.testbed.client.Http;
import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen;
import dev.layeredsaga.testbed.failures.audit.seen.SystemReader;
import dev.layeredsaga.testbed.failures.matrix.outcome.Case;
import dev.layeredsaga.testbed.failures.matrix.outcome.Limits;
import dev.layeredsaga.testbed.failures.matrix.outcome.Result;
import dev.layeredsaga.testbed.system.Addresses;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * The system that cases are played on, and what is needed for that. What has been brought about is watched in the background, so
 * that other cases can begin meanwhile; results come in when they come. Cases are begun by one thread.
 */
public final class TestSystem implements AutoCloseable {

    private final Shop shop;
    private final Gateway gateway;
    private final MessageBus mail;
    private final Limits limits;
    private final @Nullable OwnSystem own;
    private final SystemReader reader;
    private final Consumer<Result> results;
    private final ExecutorService watchers = Executors.newVirtualThreadPerTaskExecutor();
    private final List<CompletableFuture<Result>> watched = new ArrayList<>();
    private final Set<Case> begun = new HashSet<>();

    /**
     * @param own null for a system that belongs to others
     * @param results hears of each result, one at a time
     */
    public TestSystem(
            Addresses system, String kafka, Limits limits, @Nullable OwnSystem own, Consumer<Result> results) {
        this.shop = new Shop(system);
        this.gateway = new Gateway(Http.ofGateway(), system.paymentStub());
        this.mail = new MessageBus(kafka);
        this.limits = limits;
        this.own = own;
        this.reader = new SystemReader(system, kafka);
        this.results = results;
    }

    /** Plays on a system of its own, which the caller closes after this. */
    public static TestSystem on(OwnSystem own, Consumer<Result> results) {
        return new TestSystem(
                own.addresses(), own.infrastructure().kafkaBootstrapServers(), OwnSystem.LIMITS, own, results);
    }

    public Shop shop() {
        return shop;
    }

    public Gateway gateway() {
        return gateway;
    }

    public MessageBus mail() {
        return mail;
    }

    /** @throws IllegalStateException if the system belongs to others */
    public OwnSystem own() {
        if (own == null) {
            throw new IllegalStateException("this needs a system of its own");
        }
        return own;
    }

    /** Returns the obstacle to the case here; empty if there is none. */
    public String obstacleTo(Case wanted) {
        return switch (wanted.needs()) {
            case ANY_SYSTEM -> "";
            case OWN_SYSTEM -> own == null ? "needs --own" : "";
        };
    }

    /** Returns the saga as the orchestrator reports it: status, direction, step and {@code waitsFor}. */
    public String standingOf(String orderId) {
        return reader.saga(orderId).map(OrdersSeen.Saga::inWords).orElse("none");
    }

    /** Places orders as soon as the system takes any. */
    public void orderWhenPossible(ScenarioRun run, int count) {
        for (int i = 0; i < count; i++) {
            Awaitility.await("orders to be taken")
                    .atMost(Duration.ofSeconds(30))
                    .ignoreExceptions()
                    .until(() -> run.order("pm_ok") != null);
        }
    }

    public ScenarioRun begin(Case wanted) {
        return ScenarioRun.begin(wanted, shop);
    }

    /** Waits in the background for what becomes of it. */
    public void watch(ScenarioRun run) {
        report(run.played(), () -> new OutcomeAwaiter(run, reader, gateway, limits).result());
    }

    /** Returns when it is known what has become of it. */
    public void watchToTheEnd(ScenarioRun run) {
        watch(run);
        watched.getLast().join();
    }

    private void fails(Case wanted, String why) {
        report(wanted, () -> new Result.Wrong(wanted, List.of(why)));
    }

    public void skips(Case wanted, String why) {
        report(wanted, () -> new Result.Skipped(wanted, why));
    }

    private void report(Case reported, Supplier<Result> finding) {
        begun.add(reported);
        watched.add(CompletableFuture.supplyAsync(finding, watchers)
                .exceptionally(failure -> new Result.Wrong(reported, List.of(String.valueOf(failure.getMessage()))))
                .thenApply(this::tell));
    }

    private Result tell(Result result) {
        synchronized (results) {
            results.accept(result);
        }
        return result;
    }

    /** Reports the cases that are not yet watched as failed. */
    public void failsUnlessWatched(Collection<Case> cases, String why) {
        cases.stream().filter(open -> !begun.contains(open)).toList().forEach(open -> fails(open, why));
    }

    /** Waits for everything that is watched. */
    public List<Result> awaitResults() {
        return watched.stream().map(CompletableFuture::join).toList();
    }

    @Override
    public void close() {
        watchers.close();
    }
}

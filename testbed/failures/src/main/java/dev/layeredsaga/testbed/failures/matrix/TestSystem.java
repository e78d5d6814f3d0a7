package dev.layeredsaga.testbed.failures.matrix;

import dev.layeredsaga.testbed.client.Http;
import dev.layeredsaga.testbed.client.Shop;
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
final class TestSystem implements AutoCloseable {

    private final Shop shop;
    private final Gateway gateway;
    private final MessageBus mail;
    private final Limits limits;
    private final @Nullable OwnSystem own;
    private final ObservedSystem observed;
    private final Consumer<Result> results;
    private final ExecutorService watchers = Executors.newVirtualThreadPerTaskExecutor();
    private final List<CompletableFuture<Result>> watched = new ArrayList<>();
    private final Set<Case> begun = new HashSet<>();

    /**
     * @param own null for a system that belongs to others
     * @param results hears of each result, one at a time
     */
    TestSystem(Addresses system, String kafka, Limits limits, @Nullable OwnSystem own, Consumer<Result> results) {
        Http http = new Http();
        this.shop = new Shop(system);
        this.gateway = new Gateway(http, system.paymentStub());
        this.mail = new MessageBus(kafka);
        this.limits = limits;
        this.own = own;
        this.observed = new ObservedSystem(http, system, kafka);
        this.results = results;
    }

    Shop shop() {
        return shop;
    }

    Gateway gateway() {
        return gateway;
    }

    MessageBus mail() {
        return mail;
    }

    /** @throws IllegalStateException if the system belongs to others */
    OwnSystem own() {
        if (own == null) {
            throw new IllegalStateException("this needs a system of its own");
        }
        return own;
    }

    /** Returns the obstacle to the case here; empty if there is none. */
    String obstacleTo(Case wanted) {
        return switch (wanted.needs()) {
            case ANY_SYSTEM -> "";
            case OWN_SYSTEM -> own == null ? "needs --own" : "";
        };
    }

    /** Returns the saga as the orchestrator reports it: status, direction, step and {@code waitsFor}. */
    String standingOf(String orderId) {
        return observed.standingOf(orderId).saga();
    }

    /** Places orders as soon as the system takes any. */
    void orderWhenPossible(ScenarioRun run, int count) {
        for (int i = 0; i < count; i++) {
            Awaitility.await("orders to be taken")
                    .atMost(Duration.ofSeconds(30))
                    .ignoreExceptions()
                    .until(() -> run.order("pm_ok") != null);
        }
    }

    ScenarioRun begin(Case wanted) {
        return ScenarioRun.begin(wanted, shop);
    }

    /** Waits in the background for what becomes of it. */
    void watch(ScenarioRun run) {
        report(run.played(), () -> new OutcomeAwaiter(run, observed, limits).result());
    }

    /** Returns when it is known what has become of it. */
    void watchToTheEnd(ScenarioRun run) {
        watch(run);
        watched.getLast().join();
    }

    private void fails(Case wanted, String why) {
        report(wanted, () -> new Result.Wrong(wanted, List.of(why)));
    }

    void skips(Case wanted, String why) {
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
    void failsUnlessWatched(Collection<Case> cases, String why) {
        cases.stream().filter(open -> !begun.contains(open)).toList().forEach(open -> fails(open, why));
    }

    /** Waits for everything that is watched. */
    List<Result> awaitResults() {
        return watched.stream().map(CompletableFuture::join).toList();
    }

    @Override
    public void close() {
        watchers.close();
        mail.close();
    }
}

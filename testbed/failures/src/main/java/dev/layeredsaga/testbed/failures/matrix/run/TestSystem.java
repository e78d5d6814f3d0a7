package dev.layeredsaga.testbed.failures.matrix.run;

import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen;
import dev.layeredsaga.testbed.failures.audit.seen.SystemReader;
import dev.layeredsaga.testbed.failures.fault.Gateway;
import dev.layeredsaga.testbed.failures.fault.Messages;
import dev.layeredsaga.testbed.failures.fault.TopicFaults;
import dev.layeredsaga.testbed.failures.matrix.outcome.Limits;
import dev.layeredsaga.testbed.system.Addresses;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
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

    /** The time for which a system is waited for that is not as it should be yet. */
    public static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Shop shop;
    private final Gateway gateway;
    private final Messages messages;
    private final TopicFaults topics;
    private final Limits limits;
    private final @Nullable Laboratory own;
    private final SystemReader reader;
    private final Consumer<Result> results;
    private final ExecutorService watchers = Executors.newVirtualThreadPerTaskExecutor();
    private final List<CompletableFuture<Result>> watched = new ArrayList<>();
    private final Set<Case> begun = new HashSet<>();

    private TestSystem(
            Addresses system, String kafka, Limits limits, @Nullable Laboratory own, Consumer<Result> results) {
        this.shop = new Shop(system);
        this.gateway = new Gateway(system.paymentStub());
        this.messages = new Messages(kafka);
        this.topics = new TopicFaults(kafka);
        this.limits = limits;
        this.own = own;
        this.reader = new SystemReader(system, kafka);
        this.results = results;
    }

    /**
     * Plays on a system that belongs to others.
     *
     * @param results is notified of each result, one at a time
     */
    public static TestSystem running(Addresses system, String kafka, Limits limits, Consumer<Result> results) {
        return new TestSystem(system, kafka, limits, null, results);
    }

    /** Starts a system of its own, and plays on that; it is closed with this. */
    public static TestSystem ofItsOwn(Consumer<Result> results) {
        Laboratory own = Laboratory.start();
        String kafka = own.system().infrastructure().kafkaBootstrapServers();
        return new TestSystem(own.system().addresses(), kafka, Laboratory.LIMITS, own, results);
    }

    public Shop shop() {
        return shop;
    }

    public Gateway gateway() {
        return gateway;
    }

    public Messages messages() {
        return messages;
    }

    public TopicFaults topics() {
        return topics;
    }

    /** @throws IllegalStateException if the system belongs to others */
    public Laboratory own() {
        if (own == null) {
            throw new IllegalStateException("this needs a system of its own");
        }
        return own;
    }

    /** Returns false, and reports the case as skipped, if it cannot be played here. */
    public boolean canPlay(Case wanted) {
        boolean can = own != null || !wanted.onOwnSystem();
        if (!can) {
            report(wanted, () -> new Result.Skipped(wanted, "needs --own"));
        }
        return can;
    }

    /** Returns after this time and not before, which a parked thread may. */
    public static void pause(Duration howLong) {
        try {
            Thread.sleep(howLong);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Returns once this is so; what fails meanwhile is tried again. */
    public static void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what)
                .atMost(TIMEOUT)
                .pollInterval(Duration.ofMillis(50))
                .ignoreExceptions()
                .until(condition);
    }

    /** Returns true if the orchestrator's words for the saga (status, direction, step and {@code waitsFor}) begin like this. */
    public boolean stands(String orderId, String standing) {
        return reader.saga(orderId).map(OrdersSeen.Saga::inWords).orElse("none").startsWith(standing);
    }

    public void awaitStanding(String orderId, String standing) {
        await(standing, () -> stands(orderId, standing));
    }

    /** Returns once the gateway has been asked to charge for the order. */
    public void awaitCharged(String orderId) {
        await("a charge of " + orderId, () -> gateway.callsFor(orderId).matches("[1-9].*"));
    }

    /** Places orders whose payments take 3 s. Returns once all of them are being paid. */
    public void orderAndPay(ScenarioRun run, int count) {
        run.orders(count, "pm_slow_then_ok").forEach(order -> shop.awaitStep(order, "pay"));
    }

    /** Places orders as soon as the system takes any. */
    public void orderWhenPossible(ScenarioRun run, int count) {
        for (int i = 0; i < count; i++) {
            await("orders to be taken", () -> !run.order("pm_ok").isEmpty());
        }
    }

    public ScenarioRun begin(Case wanted) {
        return ScenarioRun.begin(wanted, shop);
    }

    /** Brings the case about, and waits in the background for what becomes of it. */
    public void play(Case wanted) {
        ScenarioRun run = begin(wanted);
        wanted.failure().inject(this, run);
        watch(run);
    }

    /** Brings the case about, and returns when it is known what has become of it. */
    public void playToTheEnd(Case wanted) {
        play(wanted);
        watched.getLast().join();
    }

    /** Returns when it is known what has become of it. */
    public void watchToTheEnd(ScenarioRun run) {
        watch(run);
        watched.getLast().join();
    }

    /** Waits in the background for what becomes of it, if that is not done yet. */
    public void watch(ScenarioRun run) {
        if (!begun.contains(run.played())) {
            report(run.played(), () -> run.awaitResult(reader, gateway, limits));
        }
    }

    private void report(Case reported, Supplier<Result> finding) {
        begun.add(reported);
        watched.add(CompletableFuture.supplyAsync(finding, watchers)
                .exceptionally(failure -> new Result.Wrong(reported, List.of(String.valueOf(failure.getMessage()))))
                .thenApply(this::publish));
    }

    private Result publish(Result result) {
        synchronized (results) {
            results.accept(result);
        }
        return result;
    }

    /** Reports the cases that are not yet watched as failed. */
    public void failsUnlessWatched(Collection<Case> cases, String why) {
        cases.stream()
                .filter(open -> !begun.contains(open))
                .toList()
                .forEach(open -> report(open, () -> new Result.Wrong(open, List.of(why))));
    }

    /** Waits for everything that is watched. */
    public List<Result> awaitResults() {
        return watched.stream().map(CompletableFuture::join).toList();
    }

    @Override
    public void close() {
        watchers.close();
        if (own != null) {
            own.close();
        }
    }
}

package dev.layeredsaga.testbed.simulation;

import dev.layeredsaga.testbed.simulation.Simulation.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Many worlds, each from a seed of its own, until there have been so many sagas or one has failed. */
public final class Campaign {

    /** The number of customers per world. */
    public static final int WORLD = 200;

    private final long firstSeed;
    private final long sagas;
    private final int threads;
    private final Set<String> bugs;
    private final AtomicLong nextWorld = new AtomicLong();
    private final AtomicLong steps = new AtomicLong();
    private final AtomicLong faults = new AtomicLong();
    private final AtomicLong simulated = new AtomicLong();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private @Nullable Result failure;

    public Campaign(long firstSeed, long sagas, int threads, Set<String> bugs) {
        this.firstSeed = firstSeed;
        this.sagas = sagas;
        this.threads = threads;
        this.bugs = bugs;
    }

    /**
     * The result of a campaign.
     *
     * @param failure of the lowest seed that has failed; null if none has
     */
    public record Outcome(
            long sagas, long steps, long faults, @Nullable Result failure) {}

    /**
     * Simulates the worlds.
     *
     * @param progress called from time to time with the number of sagas so far
     * @throws IllegalStateException if a world could not be simulated to its end, which says nothing about its invariants
     */
    public Outcome run(Consumer<Long> progress) {
        try (ExecutorService pool = Executors.newFixedThreadPool(
                threads, Thread.ofPlatform().name("simulation-", 0).factory())) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                running.add(pool.submit(() -> work(progress)));
            }
            await(running);
        }
        return new Outcome(simulated.get(), steps.get(), faults.get(), failure);
    }

    private void await(List<Future<?>> running) {
        try {
            for (Future<?> each : running) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("the simulation itself has failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            stopped.set(true);
        }
    }

    private void work(Consumer<Long> progress) {
        while (!stopped.get()) {
            long world = nextWorld.getAndIncrement();
            if (world * WORLD >= sagas) {
                return;
            }
            int size = (int) Math.min(WORLD, sagas - world * WORLD);
            take(Simulation.run(Scenario.of(firstSeed + world, size, bugs), null));
            progress.accept(simulated.get());
        }
    }

    private synchronized void take(Result result) {
        simulated.addAndGet(result.scenario().sagas());
        steps.addAndGet(result.steps());
        faults.addAndGet(result.struck().size());
        if (result.violation() != null) {
            stopped.set(true);
            Result known = failure;
            if (known == null || known.scenario().seed() > result.scenario().seed()) {
                failure = result;
            }
        }
    }
}

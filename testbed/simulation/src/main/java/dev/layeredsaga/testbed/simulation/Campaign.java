package dev.layeredsaga.testbed.simulation;

import dev.layeredsaga.testbed.simulation.Simulation.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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

    /** @param progress told from time to time how many sagas there have been */
    public Outcome run(Consumer<Long> progress) {
        List<Thread> running = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            running.add(Thread.ofPlatform().name("simulation-" + i).start(() -> work(progress)));
        }
        try {
            for (Thread thread : running) {
                thread.join();
            }
        } catch (InterruptedException e) {
            stopped.set(true);
            Thread.currentThread().interrupt();
        }
        return new Outcome(simulated.get(), steps.get(), faults.get(), failure);
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

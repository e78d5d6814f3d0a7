package dev.layeredsaga.inventory.lock.actor;

import dev.layeredsaga.inventory.lock.Locked;
import dev.layeredsaga.inventory.lock.LockingProperties;
import java.time.Duration;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two plain counters, each under the lock of its key: the results of concurrent operations must be those of some sequential
 * order. Uses stress mode, because the model checker does not follow the actors' threads.
 */
@Param(name = "counter", gen = IntGen.class, conf = "0:1")
public @Tag("lincheck") class ActorLincheckTest {

    private static final Actors ACTORS = new Actors(Duration.ofMinutes(1));
    private static final ActorLockManager LOCKS = new ActorLockManager(
            ACTORS,
            new LockingProperties(LockingProperties.Provider.ACTOR, Duration.ofSeconds(10), Duration.ofSeconds(20)));
    private static final AtomicLong INSTANCES = new AtomicLong();

    private final String instance = INSTANCES.incrementAndGet() + "-";
    private final int[] counters = new int[2];

    @Operation
    public int increment(@Param(name = "counter") int counter) {
        return locked(() -> increased(counter), counter);
    }

    @Operation
    public int read(@Param(name = "counter") int counter) {
        return locked(() -> counters[counter], counter);
    }

    @Operation
    public int incrementBoth() {
        return locked(() -> increased(0) * 100 + increased(1), 0, 1);
    }

    @Operation
    public void sweep() {
        ACTORS.tick();
    }

    @Validate
    public void forgetTheActorsOfThisRun() {
        ACTORS.tick();
    }

    @Test
    void isLinearizable() {
        new StressOptions()
                .iterations(20)
                .invocationsPerIteration(100)
                .threads(3) // more than two cores, or else Lincheck waits busily, and the actors starve
                .actorsPerThread(3)
                .check(ActorLincheckTest.class);
    }

    @SuppressWarnings("ThreadPriorityCheck") // a longer pause would reduce the number of runs
    private int increased(int counter) {
        int seen = counters[counter];
        Thread.yield(); // lets other threads interleave
        counters[counter] = seen + 1;
        return seen + 1;
    }

    private int locked(Supplier<Integer> work, int... counters) {
        SortedSet<String> keys = new TreeSet<>();
        for (int counter : counters) {
            keys.add(instance + counter);
        }
        return switch (LOCKS.withLock(keys, work)) {
            case Locked.Done<Integer> done -> done.value();
            case Locked<Integer> other -> throw new IllegalStateException(other.toString());
        };
    }
}

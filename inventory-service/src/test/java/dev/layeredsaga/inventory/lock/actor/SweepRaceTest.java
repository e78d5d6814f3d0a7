package dev.layeredsaga.inventory.lock.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.lock.Locked;
import dev.layeredsaga.inventory.lock.LockingProperties;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two callers race a sweep that runs without pause. A sweep that checks and then removes could let a caller send in between, to a
 * removed actor: the caller would time out. A sweep that removes an actor while it serves would let two callers in at a time.
 * With a key each, the actors are idle after every call; with one key, the other caller competes for it.
 */
class SweepRaceTest {

    private static final int CALLS = 4_000;

    private final Actors actors = new Actors(Duration.ofMinutes(1));
    private final ActorLockManager locks = new ActorLockManager(
            actors,
            new LockingProperties(LockingProperties.Provider.ACTOR, Duration.ofMinutes(1), Duration.ofMinutes(2)));
    private final int[] unsynchronised = new int[2];

    @AfterEach
    void stopActors() {
        actors.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void losesNoCallerAndLetsNoTwoIn(int keys) throws Exception {
        Thread sweeping = Thread.ofPlatform().start(this::sweepUntilInterrupted);
        try (ExecutorService callers = Executors.newFixedThreadPool(2)) {
            Future<Boolean> one = callers.submit(() -> callOverAndOver(0));
            Future<Boolean> other = callers.submit(() -> callOverAndOver(keys - 1));
            assertThat(one.get()).isTrue();
            assertThat(other.get()).isTrue();
        } finally {
            sweeping.interrupt();
            sweeping.join();
        }
        assertThat(unsynchronised[0] + unsynchronised[1]).isEqualTo(2 * CALLS);
    }

    /** Returns false at the first lost call. */
    private boolean callOverAndOver(int counter) {
        SortedSet<String> key = new TreeSet<>(List.of("seat-" + counter));
        for (int i = 0; i < CALLS; i++) {
            if (!(locks.withLock(key, () -> increased(counter)) instanceof Locked.Done)) {
                return false;
            }
        }
        return true;
    }

    @SuppressWarnings("ThreadPriorityCheck") // a longer pause would reduce the number of calls
    private int increased(int counter) {
        int seen = unsynchronised[counter];
        Thread.yield(); // lets other threads interleave
        unsynchronised[counter] = seen + 1;
        return seen + 1;
    }

    private void sweepUntilInterrupted() {
        while (!Thread.currentThread().isInterrupted()) {
            actors.tick();
        }
    }
}

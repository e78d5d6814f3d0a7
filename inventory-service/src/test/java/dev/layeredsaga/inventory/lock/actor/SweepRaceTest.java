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
 * Two callers come and go while the sweep never rests. A sweep that looks and then removes could let a caller send in between, to
 * an actor that is no more: the caller would time out. One that removes an actor while it serves would let two in at a time.
 * With a key each, the actors are idle after every call; with one key, there is somebody else to be let in.
 */
class SweepRaceTest {

    private static final int CALLS = 4_000;

    private final Actors actors = new Actors();
    private final ActorLockManager locks = new ActorLockManager(
            actors,
            new LockingProperties(LockingProperties.Provider.ACTOR, Duration.ofSeconds(5), Duration.ofSeconds(10)));
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

    /** Returns false at the first call that was lost. */
    private boolean callOverAndOver(int counter) {
        SortedSet<String> key = new TreeSet<>(List.of("seat-" + counter));
        for (int i = 0; i < CALLS; i++) {
            if (!(locks.withLock(key, () -> increased(counter)) instanceof Locked.Done)) {
                return false;
            }
        }
        return true;
    }

    @SuppressWarnings("ThreadPriorityCheck") // a longer pause would make the calls few
    private int increased(int counter) {
        int seen = unsynchronised[counter];
        Thread.yield(); // a chance for others to come between
        unsynchronised[counter] = seen + 1;
        return seen + 1;
    }

    private void sweepUntilInterrupted() {
        while (!Thread.currentThread().isInterrupted()) {
            actors.sweep();
        }
    }
}

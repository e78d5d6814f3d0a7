package dev.layeredsaga.testbed.simulation.services;

import dev.layeredsaga.testbed.simulation.world.SimulatedProcess;
import dev.layeredsaga.testbed.simulation.world.World;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The RLocks, by sku, each with a lease. A holder that dies keeps them until then. */
final class Locks {

    static final long WAIT = 2_000;

    private static final long LEASE = 5_000;
    private static final long ASK_AGAIN = 7;

    private final World world;
    private final Map<String, Held> held = new HashMap<>();
    private boolean down;
    private long count;

    Locks(World world) {
        this.world = world;
    }

    private record Held(long section, long until) {}

    void down(boolean isDown) {
        down = isDown;
        held.clear();
        world.trace().line("redis", () -> isDown ? "DOWN" : "up again");
    }

    /** Locks that a section has, or that it goes on without. */
    static final class Hold {

        private final Runnable release;
        private boolean released;

        Hold(Runnable release) {
            this.release = release;
        }

        void unlock() {
            released = true;
            release.run();
        }

        boolean isReleased() {
            return released;
        }
    }

    /** Runs the section with all of them locked, with none if none can be locked, or with null if others have kept one for too long. */
    void with(SortedSet<String> skus, SimulatedProcess process, Consumer<@Nullable Hold> section) {
        ask(skus, process, section, world.time().now() + WAIT, ++count);
    }

    private void ask(
            SortedSet<String> skus,
            SimulatedProcess process,
            Consumer<@Nullable Hold> section,
            long until,
            long number) {
        long now = world.time().now();
        BooleanSupplier free = () -> skus.stream().noneMatch(sku -> {
            Held other = held.get(sku);
            return other != null && other.until() > now;
        });
        if (down) {
            section.accept(new Hold(() -> {}));
        } else if (free.getAsBoolean()) {
            skus.forEach(sku -> held.put(sku, new Held(number, now + LEASE)));
            section.accept(new Hold(() -> skus.forEach(
                    sku -> held.computeIfPresent(sku, (same, lock) -> lock.section() == number ? null : lock))));
        } else if (now >= until) {
            section.accept(null);
        } else {
            process.after(ASK_AGAIN, () -> ask(skus, process, section, until, number));
        }
    }
}

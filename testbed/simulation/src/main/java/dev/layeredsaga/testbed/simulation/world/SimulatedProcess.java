package dev.layeredsaga.testbed.simulation.world;

import dev.layeredsaga.testbed.simulation.faults.Fault;
import java.util.ArrayList;
import java.util.List;

/** One instance of a service: it dies, comes back with nothing in memory, and freezes. */
public final class SimulatedProcess {

    private static final int RESTARTS = 10;
    private static final long RESTART_LEAST = 500;
    private static final long RESTART_BOUND = 15_000;

    private final String name;
    private final int number;
    private final World world;
    private final List<Runnable> onStart = new ArrayList<>();
    private final List<Runnable> onDeath = new ArrayList<>();
    private int life = 1;
    private boolean alive = true;
    private long frozenUntil;

    SimulatedProcess(String name, int number, World world) {
        this.name = name;
        this.number = number;
        this.world = world;
    }

    /** Runs the work after a delay in milliseconds unless the process dies first; a freeze postpones it. */
    public void after(long delay, Runnable work) {
        int planned = life;
        world.time().after(delay, () -> run(planned, work));
    }

    private void run(int planned, Runnable work) {
        if (alive && planned == life) {
            if (world.time().now() < frozenUntil) {
                world.time().after(frozenUntil - world.time().now(), () -> run(planned, work));
            } else {
                work.run();
            }
        }
    }

    /** Repeats the work while the process lives. */
    public void every(long interval, Runnable work) {
        onStart(() -> repeat(interval, work));
    }

    private void repeat(long interval, Runnable work) {
        // on the beat, so that a restart changes nothing of what comes long after it
        after(interval - world.time().now() % interval, () -> {
            work.run();
            repeat(interval, work);
        });
    }

    /** Done now, and whenever it starts again. */
    public void onStart(Runnable work) {
        onStart.add(work);
        work.run();
    }

    public void onDeath(Runnable work) {
        onDeath.add(work);
    }

    /** Lets it die now if that fault strikes. */
    public boolean dies(Fault fault, long subject) {
        boolean dies = world.faults().strikes(fault, subject);
        if (dies) {
            world.trace().line(this, fault::toString);
            die(world.chance().between(RESTARTS, number, RESTART_LEAST, RESTART_BOUND));
        }
        return dies;
    }

    /** Dies, and starts again after so many milliseconds. */
    public void die(long restartAfter) {
        if (alive) {
            alive = false;
            world.trace().line(name, () -> "DIES");
            onDeath.forEach(Runnable::run);
            world.time().after(restartAfter, this::restart);
        }
    }

    private void restart() {
        life++;
        alive = true;
        frozenUntil = 0;
        world.trace().line(name, () -> "starts again");
        onStart.forEach(Runnable::run);
    }

    public void freeze(long duration) {
        frozenUntil = world.time().now() + duration;
        world.trace().line(name, () -> "FREEZES for " + duration + " ms");
    }

    public boolean isAlive() {
        return alive;
    }

    /** Another number after every restart. */
    public int life() {
        return life;
    }

    public int number() {
        return number;
    }

    @Override
    public String toString() {
        return name;
    }
}

package dev.layeredsaga.testbed.simulation;

import dev.layeredsaga.testbed.simulation.faults.Fault.FaultId;
import dev.layeredsaga.testbed.simulation.faults.Faults;
import dev.layeredsaga.testbed.simulation.invariants.Invariants;
import dev.layeredsaga.testbed.simulation.invariants.Violation;
import dev.layeredsaga.testbed.simulation.services.Town;
import dev.layeredsaga.testbed.simulation.world.Chance;
import dev.layeredsaga.testbed.simulation.world.Timeline;
import dev.layeredsaga.testbed.simulation.world.Trace;
import dev.layeredsaga.testbed.simulation.world.World;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One world from its seed to its end. The same scenario gives the same steps, in the same order, each time. */
public final class Simulation {

    /** The time limit for everything to end after the last fault. */
    private static final long BOUND = 30 * 60_000L;

    private static final long CHECK_EVERY = 5_000;
    private static final long AFTERMATH = 100_000;

    private Simulation() {}

    /**
     * The result of a simulation.
     *
     * @param steps the number of steps
     * @param violation null if every invariant held
     * @param struck the faults that have struck, in order
     */
    public record Result(
            Scenario scenario, long steps, @Nullable Violation violation, List<FaultId> struck) {}

    /** @param trace receives what happens, a line each; null to be quicker */
    public static Result run(Scenario scenario, @Nullable Consumer<String> trace) {
        Timeline time = new Timeline();
        Chance chance = new Chance(scenario.seed());
        Faults faults = new Faults(chance, scenario::allows);
        World world = new World(time, chance, faults, new Trace(time, trace));
        long steps = 0;
        Violation violation = null;
        try {
            steps = run(scenario, world);
        } catch (Violation e) {
            world.trace().line("VIOLATED", e::getMessage);
            violation = e;
        }
        return new Result(scenario, steps, violation, List.copyOf(faults.struck()));
    }

    private static long run(Scenario scenario, World world) {
        Town town = new Town(world, scenario.bugs());
        Invariants invariants = new Invariants(town);
        long quiet = town.begin(scenario.sagas(), scenario::wants);
        Timeline time = world.time();
        long steps = stepUntil(quiet, time);
        world.faults().end();
        world.trace().line("world", () -> "nothing goes wrong from now on");
        long at = quiet;
        while (!town.isUp()) {
            at += CHECK_EVERY;
            steps += stepUntil(at, time);
        }
        // until everything that is late has come, whatever it begins
        at += AFTERMATH;
        steps += stepUntil(at, time);
        while (!invariants.isAtRest() && at < quiet + BOUND) {
            at += CHECK_EVERY;
            steps += stepUntil(at, time);
        }
        invariants.checkEnd();
        return steps;
    }

    private static long stepUntil(long end, Timeline time) {
        long steps = 0;
        while (time.step(end)) {
            steps++;
        }
        return steps;
    }
}

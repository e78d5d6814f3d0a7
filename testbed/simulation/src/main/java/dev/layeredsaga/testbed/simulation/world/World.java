package dev.layeredsaga.testbed.simulation.world;

import dev.layeredsaga.testbed.simulation.faults.Faults;
import java.util.ArrayList;
import java.util.List;

/** Time, chance, faults, the trace and the processes: what everything in the simulation shares. For one thread. */
public final class World {

    private final Timeline time;
    private final Chance chance;
    private final Faults faults;
    private final Trace trace;
    private final List<SimulatedProcess> processes = new ArrayList<>();

    public World(Timeline time, Chance chance, Faults faults, Trace trace) {
        this.time = time;
        this.chance = chance;
        this.faults = faults;
        this.trace = trace;
    }

    public SimulatedProcess process(String name) {
        SimulatedProcess process = new SimulatedProcess(name, processes.size(), time, trace);
        processes.add(process);
        return process;
    }

    public List<SimulatedProcess> processes() {
        return processes;
    }

    public Timeline time() {
        return time;
    }

    public Chance chance() {
        return chance;
    }

    public Faults faults() {
        return faults;
    }

    public Trace trace() {
        return trace;
    }
}

package dev.layeredsaga.testbed.simulation.world;

import dev.layeredsaga.testbed.simulation.faults.Faults;
import java.util.ArrayList;
import java.util.List;

/** Time, chance, faults, the trace and the processes: what everything in the simulation shares. For one thread. */
public record World(Timeline time, Chance chance, Faults faults, Trace trace, List<SimulatedProcess> processes) {

    public World(Timeline time, Chance chance, Faults faults, Trace trace) {
        this(time, chance, faults, trace, new ArrayList<>());
    }

    public SimulatedProcess process(String name) {
        SimulatedProcess process = new SimulatedProcess(name, processes.size(), this);
        processes.add(process);
        return process;
    }
}

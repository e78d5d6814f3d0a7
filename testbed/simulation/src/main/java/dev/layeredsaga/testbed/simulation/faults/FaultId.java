package dev.layeredsaga.testbed.simulation.faults;

/** One fault of a world: the so-and-so-manieth time that this kind could strike this subject (an order, a process). */
public record FaultId(Fault kind, long subject, int occurrence) {

    @Override
    public String toString() {
        return kind + "(" + subject + ", " + occurrence + ")";
    }
}

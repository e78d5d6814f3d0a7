package dev.layeredsaga.orchestrator.console.demo;

import dev.layeredsaga.orchestrator.console.peer.PeerAnswer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The gateway's fault for all orders. */
public record Faults(PeerAnswer<Active> answer) {

    /** @param faults one, or none */
    public record Active(List<Fault> faults) {}

    /**
     * A fault.
     *
     * @param times how many attempts it meets at most; null for no limit
     * @param struck how many it has met
     */
    public record Fault(
            String scenario, double probability, @Nullable Integer times, long struck) {}

    /** Returns the fault in words. */
    public String inWords() {
        return answer.known().map(Faults::inWords).orElseGet(() -> "Gateway: " + answer.problem());
    }

    private static String inWords(Active active) {
        if (active.faults().isEmpty()) {
            return "No fault is set: pm_ok is paid at once.";
        }
        Fault fault = active.faults().getFirst();
        return "%s with probability %s%s, met by %d attempts so far"
                .formatted(
                        fault.scenario(),
                        fault.probability(),
                        fault.times() == null ? "" : " for " + fault.times() + " attempts",
                        fault.struck());
    }
}

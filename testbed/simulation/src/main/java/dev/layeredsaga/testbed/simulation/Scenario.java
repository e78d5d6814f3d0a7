package dev.layeredsaga.testbed.simulation;

import dev.layeredsaga.testbed.simulation.faults.Fault.FaultId;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The input of a simulation.
 *
 * @param seed the source of all random draws
 * @param sagas the number of customers
 * @param bugs the names of the bugs to reintroduce
 * @param onlySagas the numbers of the customers to keep; null for all of them
 * @param onlyFaults the faults to keep; null for all that the seed has
 */
public record Scenario(
        long seed,
        int sagas,
        Set<String> bugs,
        @Nullable Set<Long> onlySagas,
        @Nullable Set<FaultId> onlyFaults) {

    public static Scenario of(long seed, int sagas, Set<String> bugs) {
        return new Scenario(seed, sagas, bugs, null, null);
    }

    boolean wants(long saga) {
        return onlySagas == null || onlySagas.contains(saga);
    }

    boolean allows(FaultId fault) {
        return onlyFaults == null || onlyFaults.contains(fault);
    }

    public Scenario withSagas(Set<Long> sagaNumbers) {
        return new Scenario(seed, sagas, bugs, sagaNumbers, onlyFaults);
    }

    public Scenario withFaults(Set<FaultId> faults) {
        return new Scenario(seed, sagas, bugs, onlySagas, faults);
    }
}

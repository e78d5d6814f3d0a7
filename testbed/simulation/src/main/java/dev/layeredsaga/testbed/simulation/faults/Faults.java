package dev.layeredsaga.testbed.simulation.faults;

import dev.layeredsaga.testbed.simulation.faults.Fault.FaultId;
import dev.layeredsaga.testbed.simulation.world.Chance;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Decides which faults strike. A world has some kinds and lacks the others, in a strength of its own. Each single fault can be
 * switched off without changing what the others draw.
 */
public final class Faults {

    private static final int WEATHER = 1;
    private static final double[] STRENGTHS = {0, 0, 0.3, 1, 3};

    private final Chance chance;
    private final Predicate<FaultId> allowed;
    private final Map<Fault, Double> probabilities = new EnumMap<>(Fault.class);
    private final Set<FaultId> struck = new LinkedHashSet<>();
    private boolean over;

    /** @param allowed which of the faults that are drawn may strike */
    public Faults(Chance chance, Predicate<FaultId> allowed) {
        this.chance = chance;
        this.allowed = allowed;
        for (Fault kind : Fault.values()) {
            double strength = STRENGTHS[(int) (chance.at(WEATHER, kind.purpose(), 0) * STRENGTHS.length)];
            probabilities.put(kind, strength * (kind.isPlanned() ? 1 : kind.probability()));
        }
    }

    /** Returns this kind's strength in this world; 0 if it is absent. */
    public double strength(Fault kind) {
        return probabilities.getOrDefault(kind, 0.0);
    }

    /** True if it strikes this subject now. To be asked each time that it could. */
    public boolean strikes(Fault kind, long subject) {
        double probability = strength(kind);
        if (over || probability == 0) {
            return false;
        }
        int occurrence = chance.occurrence(kind.purpose(), subject);
        return chance.at(kind.purpose(), subject, occurrence) < probability
                && happens(new FaultId(kind, subject, occurrence));
    }

    /** True unless the fault, which has been drawn, is switched off. */
    public boolean happens(FaultId fault) {
        return !over && allowed.test(fault) && struck.add(fault);
    }

    /** From now on nothing goes wrong. */
    public void end() {
        over = true;
    }

    /** Returns the faults that have struck, in order. */
    public Set<FaultId> struck() {
        return struck;
    }
}

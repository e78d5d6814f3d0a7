package dev.layeredsaga.paymentstub.junit;

import dev.layeredsaga.paymentstub.fault.FaultSettings;
import dev.layeredsaga.paymentstub.fault.Faults;
import dev.layeredsaga.paymentstub.fault.Scenario;
import java.time.Duration;

/**
 * The fault for all orders. It is already active; each method replaces it with a narrower one, whose counts and draws
 * start anew. Configure it completely before the client starts. Immutable.
 */
public final class ProgrammedFault {

    private final Faults faults;
    private final FaultSettings settings;

    private ProgrammedFault(Faults faults, FaultSettings settings) {
        this.faults = faults;
        this.settings = settings;
    }

    static ProgrammedFault set(Faults faults, Scenario scenario) {
        return new ProgrammedFault(faults, new FaultSettings(scenario, 1, 0, null, null)).set();
    }

    /**
     * Limits the number of attempts that the fault applies to.
     *
     * @throws IllegalArgumentException if less than 1
     */
    public ProgrammedFault times(int times) {
        return with(new FaultSettings(
                settings.scenario(), settings.probability(), settings.seed(), times, settings.delay()));
    }

    /**
     * Applies the fault to each attempt with this probability, drawn from the seed.
     *
     * @throws IllegalArgumentException if not from 0 to 1
     */
    public ProgrammedFault withProbability(double probability) {
        return with(new FaultSettings(
                settings.scenario(), probability, settings.seed(), settings.times(), settings.delay()));
    }

    /** Sets the seed of the draws, 0 by default: the same seed selects the same attempts. */
    public ProgrammedFault withSeed(long seed) {
        return with(new FaultSettings(
                settings.scenario(), settings.probability(), seed, settings.times(), settings.delay()));
    }

    /**
     * Sets the delay, in place of the scenario's own delay.
     *
     * @throws IllegalArgumentException if negative or over an hour
     */
    public ProgrammedFault withDelay(Duration delay) {
        return with(new FaultSettings(
                settings.scenario(), settings.probability(), settings.seed(), settings.times(), delay));
    }

    private ProgrammedFault with(FaultSettings narrower) {
        return new ProgrammedFault(faults, narrower).set();
    }

    private ProgrammedFault set() {
        faults.set(settings);
        return this;
    }
}

package dev.layeredsaga.engine.state;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The definitions and steps that operators have paused. Immutable. */
public record Pauses(List<Pause> inForce) {

    /** Pauses of nothing. */
    public static final Pauses NONE = new Pauses(List.of());

    public Pauses {
        inForce = List.copyOf(inForce);
    }

    /**
     * A pause that is in force.
     *
     * @param step null for the whole definition, with all compensations
     * @param compensation true if that of the step is paused, too
     */
    public record Pause(
            String definition,
            @Nullable String step,
            boolean compensation,
            String operator,
            String reason,
            Instant pausedAt) {

        boolean holds(Saga saga) {
            return definition.equals(saga.definition())
                    && (step == null
                            || (step.equals(saga.step()) && (compensation || saga.direction() == Direction.FORWARD)));
        }

        /** Returns what its sagas say that they wait for. */
        public String inWords() {
            return "paused by " + operator + ": " + reason;
        }
    }

    /** Returns by whom and why the saga is paused where it stands; null if it is not. */
    public @Nullable String of(Saga saga) {
        if (saga.pausedBy() != null) {
            return "paused by " + saga.pausedBy();
        }
        return inForce.stream()
                .filter(pause -> pause.holds(saga))
                .map(Pause::inWords)
                .findFirst()
                .orElse(null);
    }
}

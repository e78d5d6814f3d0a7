package dev.layeredsaga.testbed.conformance;

import dev.layeredsaga.testbed.conformance.Conversation.Line;
import java.time.Duration;
import java.util.ArrayList;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tries out a participant, one duty after the other. */
public final class Conformance {

    private final Line line;

    /**
     * @param sagas ids of new sagas
     * @param timeout for each reply
     */
    public Conformance(Participant participant, Bus bus, Supplier<UUID> sagas, Duration timeout) {
        this.line = new Line(participant, bus, sagas, timeout, new ArrayList<>());
    }

    /** @param broken in what way the participant does not do its duty; null if it does */
    public record Finding(Duty duty, @Nullable String broken) {

        @Override
        public String toString() {
            return broken == null ? "keeps   " + duty.promise() : "BREAKS  " + duty.promise() + ": " + broken;
        }
    }

    /** Returns a finding for each duty, tried when the stream comes to it. */
    public Stream<Finding> findings() {
        return Stream.of(Duty.values()).map(duty -> new Finding(duty, broken(duty)));
    }

    private @Nullable String broken(Duty duty) {
        try {
            duty.tryOut(Conversation.on(line));
            return null;
        } catch (BrokenDutyException e) {
            return e.getMessage();
        }
    }
}

package dev.layeredsaga.orchestrator.deadletter;

import dev.layeredsaga.orchestrator.deadletter.LetterRequest.LetterAction;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Counts what operators have done with dead letters: {@code dead.letters.settled}. Thread-safe. */
@Component
class LetterMeters {

    private final Map<LetterAction, Counter> settled;

    LetterMeters(MeterRegistry meters) {
        settled = Arrays.stream(LetterAction.values())
                .collect(Collectors.toMap(
                        action -> action,
                        action -> Counter.builder("dead.letters.settled")
                                .description("Dead letters that operators have sent again or discarded")
                                .tag("action", action.name())
                                .register(meters)));
    }

    void settled(LetterAction action) {
        Objects.requireNonNull(settled.get(action)).increment();
    }
}

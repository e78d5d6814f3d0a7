package dev.layeredsaga.console.saga;

import dev.layeredsaga.console.Fact;
import dev.layeredsaga.console.SagaContent;
import dev.layeredsaga.engine.query.SagaQueries;
import dev.layeredsaga.engine.query.SagaView;
import dev.layeredsaga.engine.state.EndedAttempt;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** Reads a saga with what the service adds to it. Thread-safe. */
class SagaStateReader {

    private final SagaQueries sagas;
    private final SagaContent content;
    private final Clock clock;

    SagaStateReader(SagaQueries sagas, SagaContent content, Clock clock) {
        this.sagas = sagas;
        this.content = content;
        this.clock = clock;
    }

    /** Empty if there is no such saga. */
    Optional<SagaState> find(UUID id) {
        return sagas.find(id).map(this::state);
    }

    private SagaState state(SagaView saga) {
        UUID id = saga.sagaId();
        return new SagaState(
                id.toString(),
                saga.definition(),
                saga.revision(),
                saga.status().isFinal() ? null : "/console/sagas/" + id + "/state",
                saga.status().name(),
                SagaRowReader.badge(saga.status()),
                SagaRowReader.why(saga),
                lastError(saga),
                facts(saga),
                Timeline.of(saga, clock.instant()),
                AttemptRow.of(saga.definition(), saga.timeline(), content),
                String.join(" › ", saga.remaining()),
                saga.actions());
    }

    private static String lastError(SagaView saga) {
        return saga.timeline().reversed().stream()
                .filter(attempt -> attempt.result() != EndedAttempt.Result.DONE)
                .findFirst()
                .map(attempt -> AttemptRow.name(attempt) + ", attempt " + attempt.attempt() + ": " + attempt.result()
                        + (attempt.detail() == null ? "" : ", " + attempt.detail()))
                .orElse("");
    }

    private List<Fact> facts(SagaView saga) {
        List<Fact> facts = new ArrayList<>();
        Instant next = saga.nextAttemptAt();
        if (saga.step() != null) {
            String most = saga.attempts() == null ? "" : " of " + saga.attempts();
            facts.add(Fact.of("Step", saga.step() + ", attempt " + saga.attempt() + most));
            facts.add(Fact.of("On failure", Objects.requireNonNullElse(saga.policy(), "unknown")));
            facts.add(
                    next == null ? Fact.of("Next attempt", "none; needs an operator") : Fact.of("Next attempt", next));
            facts.add(Fact.of("Deadline", saga.deadline()));
        }
        facts.add(Fact.of("Begun", saga.createdAt()));
        facts.add(Fact.of("Last change", saga.updatedAt()));
        facts.add(Fact.of("Definition", saga.definition() + " version " + saga.version()));
        facts.addAll(content.facts(saga));
        return facts;
    }
}

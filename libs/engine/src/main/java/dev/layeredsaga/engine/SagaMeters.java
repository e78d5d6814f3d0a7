package dev.layeredsaga.engine;

import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.state.Direction;
import dev.layeredsaga.engine.state.EndedAttempt;
import dev.layeredsaga.engine.state.EndedAttempt.Result;
import dev.layeredsaga.engine.state.Saga;
import dev.layeredsaga.engine.state.SagaStatus;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Metrics of sagas and their steps: {@code saga.ended}, {@code saga.duration}, {@code saga.parked}, {@code saga.runs.failed},
 * {@code saga.steps.compensated.late} and {@code saga.step.duration}, whose count is that of the attempts. To be called after the commit.
 * Thread-safe.
 */
public final class SagaMeters {

    /** An event of a saga that the metrics count. */
    sealed interface CountedEvent {

        String definition();

        /** The saga got stuck in the step. */
        record Stuck(String definition, String step, String why) implements CountedEvent {}

        /** Its definition could not drive it in the step. */
        record RunFailed(String definition, String step) implements CountedEvent {}

        /** The step was done after its saga had been compensated, and is compensated once more. */
        record LateCompensation(String definition, String step) implements CountedEvent {}

        /** @param reason null if it was completed */
        record Ended(
                String definition,
                SagaStatus status,
                @Nullable Reason reason,
                Duration duration) implements CountedEvent {}

        static CountedEvent stuck(Saga saga, String step, String why) {
            return new Stuck(saga.definition(), step, why);
        }

        static CountedEvent ended(Saga saga, @Nullable Reason reason, Instant now) {
            return new Ended(saga.definition(), saga.status(), reason, Duration.between(saga.createdAt(), now));
        }
    }

    private static final Duration[] BUCKETS = {
        Duration.ofMillis(5), Duration.ofMillis(10), Duration.ofMillis(25), Duration.ofMillis(50),
        Duration.ofMillis(100), Duration.ofMillis(250), Duration.ofMillis(500), Duration.ofSeconds(1),
        Duration.ofMillis(2_500), Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(30),
        Duration.ofMinutes(1), Duration.ofMinutes(5)
    };

    private final MeterRegistry meters;
    private final Counter publishedAgain;

    /** The ends and the steps of each definition are there at once, as zero. */
    SagaMeters(MeterRegistry meters, Iterable<SagaDefinition<?>> definitions) {
        this.meters = meters;
        this.publishedAgain = Counter.builder("saga.events.republished")
                .description("Events that were published again because a consumer had missed them")
                .register(meters);
        definitions.forEach(this::prepare);
    }

    private void prepare(SagaDefinition<?> definition) {
        duration(definition.name(), SagaStatus.COMPLETED);
        duration(definition.name(), SagaStatus.COMPENSATED);
        ended(definition.name(), SagaStatus.COMPLETED, null);
        definition.steps().forEach(step -> {
            stuck(definition.name(), step.name());
            failed(definition.name(), step.name());
            lateCompensations(definition.name(), step.name());
            step(step.name(), Direction.FORWARD, Result.DONE);
        });
    }

    void count(CountedEvent news) {
        switch (news) {
            case CountedEvent.Stuck stuck ->
                stuck(stuck.definition(), stuck.step()).increment();
            case CountedEvent.RunFailed failed ->
                failed(failed.definition(), failed.step()).increment();
            case CountedEvent.LateCompensation late ->
                lateCompensations(late.definition(), late.step()).increment();
            case CountedEvent.Ended end -> {
                ended(end.definition(), end.status(), end.reason()).increment();
                duration(end.definition(), end.status()).record(end.duration());
            }
        }
    }

    void count(EndedAttempt attempt) {
        step(attempt.step(), attempt.direction(), attempt.result())
                .record(Duration.between(attempt.sentAt(), attempt.endedAt()));
    }

    void countPublishedAgain(int events) {
        publishedAgain.increment(events);
    }

    private Counter stuck(String definition, String step) {
        return ofStep("saga.parked", "How often a saga got stuck and was left to an operator", definition, step);
    }

    private Counter failed(String definition, String step) {
        return ofStep("saga.runs.failed", "How often a saga could not be driven by its definition", definition, step);
    }

    private Counter lateCompensations(String definition, String step) {
        String description = "Steps that were done after their saga had been compensated, and compensated once more";
        return ofStep("saga.steps.compensated.late", description, definition, step);
    }

    private Counter ofStep(String name, String description, String definition, String step) {
        return Counter.builder(name)
                .description(description)
                .tags("definition", definition, "step", step)
                .register(meters);
    }

    private Counter ended(String definition, SagaStatus outcome, @Nullable Reason reason) {
        return Counter.builder("saga.ended")
                .description("Sagas that have ended, by how and why")
                .tags("definition", definition, "outcome", outcome.name())
                .tag("reason", reason == null ? "none" : reason.code())
                .register(meters);
    }

    private Timer duration(String definition, SagaStatus outcome) {
        return Timer.builder("saga.duration")
                .description("From a saga's beginning to its end")
                .tags("definition", definition, "outcome", outcome.name())
                .serviceLevelObjectives(BUCKETS)
                .register(meters);
    }

    private Timer step(String step, Direction direction, Result result) {
        return Timer.builder("saga.step.duration")
                .description("From a command to its answer, one count per attempt")
                .tags("step", step, "direction", direction.name(), "result", result.name())
                .serviceLevelObjectives(BUCKETS)
                .register(meters);
    }
}

package dev.layeredsaga.engine.definition;

import static java.util.Objects.requireNonNull;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.saga.EngineEvent.SagaEnded;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.engine.state.Direction;
import dev.layeredsaga.engine.state.Saga;
import dev.layeredsaga.messaging.failure.StartupException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A saga as it is meant to go: its steps in order, what each asks of whom, what the replies mean and how it is compensated. Immutable
 * once it is in {@link SagaDefinitions}.
 *
 * @param <D> the saga's data, an immutable record that can be written as JSON
 */
public final class SagaDefinition<D> {

    private static final Duration DEFAULT_DEADLINE = Duration.ofMinutes(2);

    private final String name;
    private final int version;
    private final Class<D> dataType;
    private final List<Step<D>> steps = new ArrayList<>();
    private String topic = Topics.SAGA_EVENTS;
    private boolean startedOverHttp;
    private BiFunction<D, Instant, Instant> deadline = (data, start) -> start.plus(DEFAULT_DEADLINE);
    private FailurePolicy policy = FailurePolicy.retry();
    private FailurePolicy compensationPolicy = FailurePolicy.retry();
    private PolicySettings settings = PolicySettings.DEFAULT;
    private Map<String, FailurePolicy> policies = Map.of();
    private Map<String, FailurePolicy> compensationPolicies = Map.of();
    private @Nullable BiFunction<D, SagaDefinition<D>, SagaEvent> started;
    private @Nullable Function<D, SagaEvent> completed;
    private @Nullable BiFunction<D, Reason, SagaEvent> compensated;
    private BiFunction<String, @Nullable Reason, SagaEvent> endedByHand = (data, reason) -> SagaEnded.because(reason);

    private SagaDefinition(String name, int version, Class<D> dataType) {
        this.name = name;
        this.version = version;
        this.dataType = dataType;
    }

    /** Sagas in flight finish on the version they were started with. */
    public static <D> SagaDefinition<D> saga(String name, int version, Class<D> dataType) {
        return new SagaDefinition<>(name, version, dataType);
    }

    /** Sets the first event, made of the data and of this definition, which has the name and version to publish. */
    public SagaDefinition<D> startsWith(BiFunction<D, SagaDefinition<D>, SagaEvent> event) {
        started = event;
        return this;
    }

    /**
     * Sets the topic of all events of this saga, the engine's own included; default {@code saga.events}. It is the same in all versions, and
     * stays that of a saga from its start.
     *
     * @throws StartupException if there can be no such topic
     */
    public SagaDefinition<D> publishesOn(String topic) {
        require(
                topic.matches("[a-zA-Z0-9._-]{1,245}"),
                "publishes on '" + topic + "', which is not the name of a topic");
        this.topic = topic;
        return this;
    }

    public String topic() {
        return topic;
    }

    public SagaDefinition<D> then(Step<D> step) {
        steps.add(step);
        return this;
    }

    public SagaDefinition<D> completesWith(Function<D, SagaEvent> event) {
        completed = event;
        return this;
    }

    public SagaDefinition<D> isCompensatedWith(BiFunction<D, Reason, SagaEvent> event) {
        compensated = event;
        return this;
    }

    /**
     * Sets the last event of a saga that an operator ends and no version of this definition can drive; default {@link SagaEnded}. Of several
     * versions the highest is asked.
     *
     * @param event made of the data as they are stored, whatever release wrote them, which may be unreadable; and of the reason, which is null
     *     if the saga is completed
     */
    public SagaDefinition<D> endsByHandWith(BiFunction<String, @Nullable Reason, SagaEvent> event) {
        endedByHand = event;
        return this;
    }

    /** Permits callers with the right to start sagas to start this one over HTTP. Of several versions that say so the highest is started. */
    public SagaDefinition<D> startedOverHttp() {
        startedOverHttp = true;
        return this;
    }

    boolean isStartedOverHttp() {
        return startedOverHttp;
    }

    /** Sets the time that the saga may go forward, counted from its start; default 2 minutes. A late saga is compensated. */
    public SagaDefinition<D> within(Duration deadline) {
        return endingBy((data, start) -> start.plus(deadline));
    }

    /** Sets the deadline of each saga, from its data and the time of its start. A late saga is compensated. */
    public SagaDefinition<D> endingBy(BiFunction<D, Instant, Instant> deadlineOf) {
        deadline = deadlineOf;
        return this;
    }

    /** Sets what steps do about failures where they do not say it themselves. */
    public SagaDefinition<D> onFailure(FailurePolicy ofSteps) {
        policy = ofSteps;
        return this;
    }

    /** Sets what compensations do about failures where they do not say it themselves. */
    public SagaDefinition<D> onFailureOfCompensations(FailurePolicy ofCompensations) {
        compensationPolicy = ofCompensations;
        return this;
    }

    /** Has these settings take the place of what this definition says about failures. */
    public SagaDefinition<D> configuredBy(PolicySettings others) {
        settings = others;
        return this;
    }

    /** @throws StartupException naming what makes this definition unable to work */
    public SagaDefinition<D> verified() {
        Map<String, FailurePolicy> forward = new HashMap<>();
        Map<String, FailurePolicy> backward = new HashMap<>();
        require(!steps.isEmpty(), "has no steps");
        require(started != null && completed != null && compensated != null, "lacks one of its start and end events");
        for (Step<D> step : steps) {
            require(
                    forward.put(step.name(), resolve(step, Direction.FORWARD, step.action())) == null,
                    "has two steps named '" + step.name() + "'");
            require(step.isWaiting() || step.action().hasReplies(), "awaits no reply in step '" + step.name() + "'");
            Exchange<D> back = step.compensation();
            if (back != null) {
                backward.put(step.name(), resolve(step, Direction.BACKWARD, back));
            }
            require(back == null || back.hasReplies(), "awaits no reply to the compensation of '" + step.name() + "'");
            require(
                    back == null || !back.sharesReplyWith(step.action()),
                    "awaits the same reply to step '" + step.name() + "' and to its compensation");
            require(
                    back == null || requireNonNull(backward.get(step.name())).then() != FailurePolicy.Then.COMPENSATE,
                    "compensates the compensation of '" + step.name() + "'");
        }
        policies = Map.copyOf(forward);
        compensationPolicies = Map.copyOf(backward);
        return this;
    }

    /** Returns this saga's name and, after a space, the step's, of each step that a remote participant does. */
    Stream<String> remoteSteps() {
        return steps.stream()
                .filter(step -> step.action().participant() instanceof Participant.Remote)
                .map(step -> name + " " + step.name());
    }

    /** @throws StartupException naming the step that asks someone who is not there */
    void requireNoOtherThan(Collection<Participant> participants) {
        for (Step<D> step : steps) {
            for (Exchange<D> exchange : step.exchanges()) {
                Participant asked = exchange.participant();
                require(
                        Participant.Local.THIS_SERVICE.equals(asked) || participants.contains(asked),
                        "asks '" + asked.name() + "' in step '" + step.name() + "', but there is no such participant");
            }
        }
    }

    private void require(boolean holds, String problem) {
        if (!holds) {
            throw new StartupException("saga '" + name + "' version " + version + " " + problem);
        }
    }

    public String name() {
        return name;
    }

    public int version() {
        return version;
    }

    public Class<D> dataType() {
        return dataType;
    }

    /** Returns a new saga that has just started, not stored yet; the data are those of the JSON. */
    public Saga newSaga(UUID id, D data, String json, Instant now) {
        return new Saga(id, name, version, topic, json, now, deadline.apply(data, now));
    }

    public List<Step<D>> steps() {
        return steps;
    }

    /** Returns the types of the signals that its steps wait for, by their names. */
    public Map<String, Class<? extends Record>> signals() {
        Map<String, Class<? extends Record>> signals = new LinkedHashMap<>();
        for (Step<D> step : steps) {
            Class<? extends Record> type = step.signal();
            if (type != null) {
                signals.put(step.name(), type);
            }
        }
        return signals;
    }

    /** Returns true if the saga waits for the signal now. */
    public boolean awaits(Saga saga, String signal) {
        return signal.equals(saga.step())
                && saga.direction() == Direction.FORWARD
                && saga.sentAt() != null
                && step(signal).map(Step::signal).isPresent();
    }

    /** @throws IllegalStateException if this version has no such step */
    public int indexOf(@Nullable String stepName) {
        for (int i = 0; i < steps.size(); i++) {
            if (steps.get(i).name().equals(stepName)) {
                return i;
            }
        }
        throw new IllegalStateException("saga '" + name + "' version " + version + " has no step '" + stepName + "'");
    }

    /** Returns true if a saga that stands where this one does can go on with this version: it has its steps. */
    public boolean canTake(Saga saga) {
        boolean reachedIsHere = saga.reached() == null || step(saga.reached()).isPresent();
        return reachedIsHere && policy(saga).isPresent();
    }

    /** Returns what is done about failures where the saga stands; empty if there is no such step, or no compensation of it. */
    public Optional<FailurePolicy> policy(Saga saga) {
        return step(saga.step())
                .filter(step -> saga.direction() == Direction.FORWARD || step.compensation() != null)
                .map(step -> policy(step, saga.direction()));
    }

    /** Returns what is done about failures of a step, or of its compensation, once this is verified. */
    public FailurePolicy policy(Step<D> step, Direction direction) {
        return requireNonNull((direction == Direction.FORWARD ? policies : compensationPolicies).get(step.name()));
    }

    /** Lays the settings over what the exchange says itself, that over what this definition says, and that over the default. */
    private FailurePolicy resolve(Step<D> step, Direction direction, Exchange<D> exchange) {
        FailurePolicy resolved = settings.of(name, step.name(), direction)
                .over(exchange.policy())
                .over(direction == Direction.FORWARD ? policy : compensationPolicy)
                .over(settings.byDefault(direction));
        exchange.awaitedFor(resolved.timeout());
        return resolved;
    }

    private Optional<Step<D>> step(@Nullable String stepName) {
        return steps.stream().filter(step -> step.name().equals(stepName)).findFirst();
    }

    /** The names of the steps that lie ahead of the saga, in its direction. */
    public List<String> remaining(Saga saga) {
        if (step(saga.step()).isEmpty()) {
            return List.of();
        }
        int index = indexOf(saga.step());
        if (saga.direction() == Direction.FORWARD) {
            return steps.stream().skip(index + 1L).map(Step::name).toList();
        }
        return steps.subList(0, index).reversed().stream()
                .filter(step -> step.compensation() != null)
                .map(Step::name)
                .toList();
    }

    public SagaEvent started(D data) {
        return requireNonNull(started).apply(data, this);
    }

    public SagaEvent completed(D data) {
        return requireNonNull(completed).apply(data);
    }

    public SagaEvent compensated(D data, Reason reason) {
        return requireNonNull(compensated).apply(data, reason);
    }

    SagaEvent endedByHand(String data, @Nullable Reason reason) {
        return endedByHand.apply(data, reason);
    }

    Stream<Class<? extends SagaReply>> replyTypes() {
        return steps.stream().flatMap(step -> step.exchanges().stream()).flatMap(Exchange::replyTypes);
    }
}

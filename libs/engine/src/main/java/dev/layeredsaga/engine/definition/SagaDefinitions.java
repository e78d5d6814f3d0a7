package dev.layeredsaga.engine.definition;

import dev.layeredsaga.contract.saga.EngineEvent.SagaEnded;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.engine.state.Saga;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.failure.StartupException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Every definition, in every version that may still have sagas in flight. Immutable. */
public final class SagaDefinitions {

    private record Key(String name, int version) {}

    private final Map<Key, SagaDefinition<?>> byKey = new HashMap<>();
    private final Set<String> versions;

    /** As below, without settings. */
    public SagaDefinitions(Collection<? extends SagaDefinition<?>> definitions, Collection<Participant> participants) {
        this(definitions, participants, PolicySettings.DEFAULT);
    }

    /**
     * @param participants everyone there is to be asked
     * @throws StartupException if a definition cannot work, asks someone else, two have the same name and version, two replies
     *     the same type, two versions different topics, or the settings name a saga, step or compensation that is not there
     */
    public SagaDefinitions(
            Collection<? extends SagaDefinition<?>> definitions,
            Collection<Participant> participants,
            PolicySettings settings) {
        settings.requireKnown(definitions);
        Map<String, String> topics = new HashMap<>();
        for (SagaDefinition<?> definition : definitions) {
            definition.requireNoOtherThan(participants);
            Key key = new Key(definition.name(), definition.version());
            if (byKey.put(key, definition.configuredBy(settings).verified()) != null) {
                throw new StartupException("saga '" + key.name() + "' version " + key.version() + " is defined twice");
            }
            String topic = topics.computeIfAbsent(key.name(), first -> definition.topic());
            if (!topic.equals(definition.topic())) {
                throw new StartupException("the versions of saga '%s' publish on two topics, '%s' and '%s'; name one"
                        .formatted(key.name(), topic, definition.topic()));
            }
        }
        versions = byKey.keySet().stream()
                .map(key -> key.name() + " " + key.version())
                .collect(Collectors.toUnmodifiableSet());
        try {
            MessageTypes.of(replyTypes());
        } catch (IllegalArgumentException e) {
            throw new StartupException("replies that cannot be distinguished: " + e.getMessage());
        }
    }

    /** Returns every reply type that a step of any definition may get. */
    public Set<Class<? extends SagaReply>> replyTypes() {
        return byKey.values().stream().flatMap(SagaDefinition::replyTypes).collect(Collectors.toSet());
    }

    /** Returns the last event of a saga that an operator ends and its definition cannot drive. */
    public SagaEvent endedByHand(Saga saga, @Nullable Reason reason) {
        return newest(saga.definition())
                .map(newest -> newest.endedByHand(saga.data(), reason))
                .orElseGet(() -> SagaEnded.because(reason));
    }

    /** Returns true if the version is above all that there are of the definition: a newer release has brought it. */
    public boolean isOfNewerRelease(String name, int version) {
        return newest(name).filter(newest -> newest.version() < version).isPresent();
    }

    private Optional<SagaDefinition<?>> newest(String name) {
        return byKey.values().stream()
                .filter(definition -> definition.name().equals(name))
                .max(Comparator.comparingInt(SagaDefinition::version));
    }

    /** Returns each definition's name and, after a space, its version. */
    public Set<String> versions() {
        return versions;
    }

    /** Returns what may be started over HTTP, by name: the highest version that says so. */
    public SortedMap<String, SagaDefinition<?>> startedOverHttp() {
        return byKey.values().stream()
                .filter(SagaDefinition::isStartedOverHttp)
                .collect(Collectors.toMap(
                        SagaDefinition::name,
                        Function.identity(),
                        BinaryOperator.maxBy(Comparator.comparingInt(SagaDefinition::version)),
                        TreeMap::new));
    }

    /** Thrown if the program lacks the saga's definition in its version. */
    public static final class UnknownDefinitionException extends IllegalStateException {

        UnknownDefinitionException(Saga saga) {
            super("no definition of saga '" + saga.definition() + "' version " + saga.definitionVersion());
        }
    }

    /** Returns the steps whose replies come by {@code saga.replies}, each after its saga's name and a space. */
    public Set<String> remoteSteps() {
        return byKey.values().stream().flatMap(SagaDefinition::remoteSteps).collect(Collectors.toSet());
    }

    /** @throws UnknownDefinitionException if there is no such definition */
    public SagaDefinition<?> of(Saga saga) {
        return find(saga).orElseThrow(() -> new UnknownDefinitionException(saga));
    }

    /** Empty if the saga was started by a release that knew more. */
    public Optional<SagaDefinition<?>> find(Saga saga) {
        return find(saga.definition(), saga.definitionVersion());
    }

    /** Returns true if a version of the definition has the step, which is null for any. */
    public boolean have(String name, @Nullable String step) {
        return byKey.values().stream()
                .filter(definition -> definition.name().equals(name))
                .anyMatch(definition -> step == null
                        || definition.steps().stream()
                                .anyMatch(one -> one.name().equals(step)));
    }

    /** Empty if this program does not have it. */
    public Optional<SagaDefinition<?>> find(String name, int version) {
        return Optional.ofNullable(byKey.get(new Key(name, version)));
    }
}

package dev.layeredsaga.engine.definition;

import dev.layeredsaga.engine.state.Saga;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Every definition, in every version that may still have sagas in flight. Immutable. */
public final class SagaDefinitions {

    private record Key(String name, int version) {}

    private final Map<Key, SagaDefinition<?>> byKey = new HashMap<>();

    /**
     * @param participants everyone there is to be asked
     * @throws IllegalStateException if a definition cannot work, asks someone else, or two have the same name and version
     */
    public SagaDefinitions(Collection<? extends SagaDefinition<?>> definitions, Collection<Participant> participants) {
        for (SagaDefinition<?> definition : definitions) {
            definition.requireNoOtherThan(participants);
            Key key = new Key(definition.name(), definition.version());
            if (byKey.put(key, definition.verified()) != null) {
                throw new IllegalStateException(
                        "saga '" + key.name() + "' version " + key.version() + " is defined twice");
            }
        }
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

    /** Empty if this program does not have it. */
    public Optional<SagaDefinition<?>> find(String name, int version) {
        return Optional.ofNullable(byKey.get(new Key(name, version)));
    }
}

package dev.layeredsaga.messaging.envelope;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The CloudEvents types that a consumer understands, with their records. Immutable. */
public final class MessageTypes<M> {

    private final Map<String, Class<? extends M>> byName;

    private MessageTypes(Map<String, Class<? extends M>> byName) {
        this.byName = byName;
    }

    /** Returns all records below the given sealed interface, by simple name. */
    public static <M> MessageTypes<M> sealedUnder(Class<M> root) {
        return new MessageTypes<>(recordsUnder(root).collect(byName()));
    }

    /** Returns exactly the given records, by simple name. */
    public static <M> MessageTypes<M> of(List<Class<? extends M>> records) {
        return new MessageTypes<>(records.stream().collect(byName()));
    }

    @Nullable Class<? extends M> find(String type) {
        return byName.get(type);
    }

    private static <M> Collector<Class<? extends M>, ?, Map<String, Class<? extends M>>> byName() {
        return Collectors.toUnmodifiableMap(Class::getSimpleName, Function.identity());
    }

    private static <M> Stream<Class<? extends M>> recordsUnder(Class<M> type) {
        Class<?>[] permitted = type.getPermittedSubclasses();
        if (permitted == null) {
            return Stream.of(type);
        }
        return Arrays.stream(permitted).flatMap(child -> recordsUnder(child.asSubclass(type)));
    }
}

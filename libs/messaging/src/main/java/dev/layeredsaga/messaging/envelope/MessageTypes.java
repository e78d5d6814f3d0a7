package dev.layeredsaga.messaging.envelope;

import dev.layeredsaga.contract.MessageType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The CloudEvents types that a consumer understands, with their records. Immutable. */
public final class MessageTypes<M> {

    private final Map<String, Class<? extends M>> byName;
    private final @Nullable Class<? extends M> others;

    private MessageTypes(Map<String, Class<? extends M>> byName, @Nullable Class<? extends M> others) {
        this.byName = Map.copyOf(byName);
        this.others = others;
    }

    /** Returns the same, with this record for messages of all other types. */
    public MessageTypes<M> orElse(Class<? extends M> record) {
        return new MessageTypes<>(byName, record);
    }

    /** Returns all records below the given sealed interfaces. */
    @SafeVarargs
    public static <M> MessageTypes<M> sealedUnder(Class<? extends M>... roots) {
        List<Class<? extends M>> records = new ArrayList<>();
        for (Class<? extends M> root : roots) {
            MessageTypes.<M>recordsUnder(root).forEach(records::add);
        }
        return of(records);
    }

    /**
     * Returns exactly the given records.
     *
     * @throws IllegalArgumentException if two of them have the same type
     */
    public static <M> MessageTypes<M> of(Collection<Class<? extends M>> records) {
        Map<String, Class<? extends M>> byName = new HashMap<>();
        for (Class<? extends M> type : records) {
            Class<? extends M> other = byName.put(nameOf(type), type);
            if (other != null && other != type) {
                throw new IllegalArgumentException(
                        "message type '%s' is both %s and %s; name one of them by @MessageType"
                                .formatted(nameOf(type), other.getName(), type.getName()));
            }
        }
        return new MessageTypes<>(byName, null);
    }

    /** Returns the CloudEvents type of a message's class: its {@link MessageType}, or its simple name. */
    public static String nameOf(Class<?> type) {
        MessageType named = type.getAnnotation(MessageType.class);
        return named == null ? type.getSimpleName() : named.value();
    }

    /** Returns the record of the type; null if there is none. */
    public @Nullable Class<? extends M> find(String type) {
        return byName.getOrDefault(type, others);
    }

    private static <M> Stream<Class<? extends M>> recordsUnder(Class<? extends M> type) {
        Class<?>[] permitted = type.getPermittedSubclasses();
        if (permitted == null) {
            return Stream.of(type);
        }
        return Arrays.stream(permitted).flatMap(child -> recordsUnder(child.asSubclass(type)));
    }
}

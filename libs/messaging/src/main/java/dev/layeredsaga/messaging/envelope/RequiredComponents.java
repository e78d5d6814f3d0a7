package dev.layeredsaga.messaging.envelope;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds components that are missing and not {@code @Nullable}, which the JSON mapper does not check. */
public final class RequiredComponents {

    /** A cache, because the JVM looks up a record's components anew each time, which costs as much as parsing the message. */
    private static final ClassValue<List<Component>> COMPONENTS = new ClassValue<>() {
        @Override
        protected List<Component> computeValue(Class<?> type) {
            return Arrays.stream(type.getRecordComponents()).map(Component::of).toList();
        }
    };

    private RequiredComponents() {}

    private record Component(String name, boolean mayBeMissing, Method accessor) {

        static Component of(RecordComponent component) {
            Method accessor = component.getAccessor();
            // a record may be private to its class
            accessor.setAccessible(true);
            return new Component(
                    component.getName(), component.getAnnotatedType().isAnnotationPresent(Nullable.class), accessor);
        }

        @Nullable Object valueOf(Record message) {
            try {
                return accessor.invoke(message);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("cannot read " + accessor, e);
            }
        }
    }

    /** Returns the paths of all that is missing, such as {@code lines[0].sku}. */
    public static List<String> missingIn(Object value) {
        List<String> missing = new ArrayList<>();
        collect("", value, missing);
        return missing;
    }

    private static void collect(String path, @Nullable Object value, List<String> missing) {
        if (value == null) {
            missing.add(path);
        } else if (value instanceof List<?> elements) {
            for (int i = 0; i < elements.size(); i++) {
                collect(path + "[" + i + "]", elements.get(i), missing);
            }
        } else if (value instanceof Record message) {
            for (Component component : COMPONENTS.get(message.getClass())) {
                Object part = component.valueOf(message);
                if (part != null || !component.mayBeMissing()) {
                    collect(path.isEmpty() ? component.name() : path + "." + component.name(), part, missing);
                }
            }
        }
    }

    /** @throws MalformedMessageException naming the first required component that is missing */
    static void check(@Nullable Object value) {
        if (value instanceof Iterable<?> elements) {
            elements.forEach(RequiredComponents::checkElement);
        }
        if (value instanceof Record message) {
            COMPONENTS.get(message.getClass()).forEach(component -> check(message, component));
        }
    }

    private static void checkElement(@Nullable Object element) {
        if (element == null) {
            throw new MalformedMessageException("null among a list's elements");
        }
        check(element);
    }

    private static void check(Record message, Component component) {
        Object value = component.valueOf(message);
        if (value == null && !component.mayBeMissing()) {
            throw new MalformedMessageException(
                    message.getClass().getSimpleName() + " without its " + component.name());
        }
        check(value);
    }
}

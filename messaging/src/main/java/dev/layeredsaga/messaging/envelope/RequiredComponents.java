package dev.layeredsaga.messaging.envelope;

import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;

/** JSON knows no {@code @Nullable}: this checks, record by record, that only what may be missing is. */
final class RequiredComponents {

    private RequiredComponents() {}

    /** @throws MalformedMessageException naming the first that is missing and must not be */
    static void check(@Nullable Object value) {
        if (value instanceof Iterable<?> elements) {
            elements.forEach(RequiredComponents::checkElement);
        }
        if (value instanceof Record message) {
            for (RecordComponent component : message.getClass().getRecordComponents()) {
                check(message, component);
            }
        }
    }

    private static void checkElement(@Nullable Object element) {
        if (element == null) {
            throw new MalformedMessageException("null among a list's elements");
        }
        check(element);
    }

    private static void check(Record message, RecordComponent component) {
        Object value = valueOf(message, component);
        if (value == null && !component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
            throw new MalformedMessageException(
                    message.getClass().getSimpleName() + " without its " + component.getName());
        }
        check(value);
    }

    private static @Nullable Object valueOf(Record message, RecordComponent component) {
        try {
            return component.getAccessor().invoke(message);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + component, e);
        }
    }
}

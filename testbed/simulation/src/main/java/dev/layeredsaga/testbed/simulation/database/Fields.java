package dev.layeredsaga.testbed.simulation.database;

import jakarta.persistence.Version;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Copies and compares entities by their fields, as Hibernate does. */
final class Fields<E> {

    private final Constructor<E> constructor;
    private final List<Field> all = new ArrayList<>();
    private final @Nullable Field version;

    Fields(Class<E> type) {
        try {
            constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(type + " is no entity", e);
        }
        Field versioned = null;
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                field.setAccessible(true);
                if (field.isAnnotationPresent(Version.class)) {
                    versioned = field;
                } else {
                    all.add(field);
                }
            }
        }
        version = versioned;
    }

    boolean isVersioned() {
        return version != null;
    }

    long version(E entity) {
        try {
            return version == null ? 0 : version.getLong(entity);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    @Nullable Object value(E entity, String name) {
        try {
            for (Field field : all) {
                if (field.getName().equals(name)) {
                    return field.get(entity);
                }
            }
            throw new IllegalArgumentException("no field " + name);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    E copy(E entity) {
        return copy(entity, 0);
    }

    /** A copy with the next version. */
    E next(E entity) {
        return copy(entity, 1);
    }

    private E copy(E entity, int laterBy) {
        try {
            E copy = constructor.newInstance();
            for (Field field : all) {
                Object value = field.get(entity);
                field.set(copy, value instanceof List<?> list ? new ArrayList<>(list) : value);
            }
            if (version != null) {
                version.setLong(copy, version.getLong(entity) + laterBy);
            }
            return copy;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** True if they differ in their versions at most. */
    boolean same(E one, E other) {
        try {
            for (Field field : all) {
                if (!Objects.equals(field.get(one), field.get(other))) {
                    return false;
                }
            }
            return true;
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}

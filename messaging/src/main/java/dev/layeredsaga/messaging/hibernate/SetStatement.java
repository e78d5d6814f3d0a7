package dev.layeredsaga.messaging.hibernate;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.hibernate.StaleStateException;
import org.jspecify.annotations.Nullable;

/** A statement whose batch is sent as a set: it keeps what it is given, row by row, until it is to execute. For one thread. */
final class SetStatement implements InvocationHandler {

    private final PreparedStatement one;
    private final SetUpdate update;
    private final List<Setting[]> rows = new ArrayList<>();
    private Setting[] row;

    private SetStatement(PreparedStatement one, SetUpdate update) {
        this.one = one;
        this.update = update;
        this.row = new Setting[update.width()];
    }

    static PreparedStatement of(PreparedStatement one, SetUpdate update) {
        return (PreparedStatement) Proxy.newProxyInstance(
                SetStatement.class.getClassLoader(),
                new Class<?>[] {PreparedStatement.class},
                new SetStatement(one, update));
    }

    /** A parameter's value, and how it was set: {@code setNull(parameter, type)}, or {@code setLong(parameter, value)} and others. */
    private record Setting(Method setter, List<@Nullable Object> arguments) {

        @Nullable Object value() {
            return setter.getName().equals("setNull") ? null : arguments.get(1);
        }

        int column() {
            return (Integer) requireNonNull(arguments.getFirst()) - 1;
        }
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        return switch (method.getName()) {
            case "addBatch" -> {
                rows.add(row);
                row = new Setting[update.width()];
                yield null;
            }
            case "clearBatch" -> {
                rows.clear();
                yield null;
            }
            case "executeBatch" -> {
                List<Setting[]> all = List.copyOf(rows);
                rows.clear();
                yield all.size() == 1 ? executeOneByOne(all) : execute(all);
            }
            default -> arguments != null && isSetter(method) ? set(method, arguments) : call(method, arguments);
        };
    }

    private static boolean isSetter(Method method) {
        return method.getName().startsWith("set") && method.getParameterCount() > 1;
    }

    private @Nullable Object set(Method setter, @Nullable Object[] arguments) {
        Setting setting = new Setting(setter, Arrays.asList(arguments));
        row[setting.column()] = setting;
        return null;
    }

    private int[] execute(List<Setting[]> all) throws Throwable {
        OptionalInt updated =
                update.execute(one, all.stream().map(SetStatement::values).toList());
        if (updated.isEmpty()) {
            return executeOneByOne(all);
        }
        if (updated.getAsInt() != all.size()) {
            throw new StaleStateException("%d of %d rows have been changed by somebody else: %s"
                    .formatted(all.size() - updated.getAsInt(), all.size(), one));
        }
        int[] counts = new int[all.size()];
        Arrays.fill(counts, 1);
        return counts;
    }

    private static @Nullable Object[] values(Setting[] row) {
        return Stream.of(row).map(Setting::value).toArray();
    }

    private int[] executeOneByOne(List<Setting[]> all) throws Throwable {
        for (Setting[] each : all) {
            for (Setting setting : each) {
                call(setting.setter(), setting.arguments().toArray());
            }
            one.addBatch();
        }
        return one.executeBatch();
    }

    private @Nullable Object call(Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(one, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }
}

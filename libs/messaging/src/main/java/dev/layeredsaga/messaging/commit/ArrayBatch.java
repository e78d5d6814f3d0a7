package dev.layeredsaga.messaging.commit;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Rows to be written in one statement, however many they are: every column goes over as one array, and the statement unnests
 * them. Immutable.
 */
public final class ArrayBatch<T> {

    /** Types sent as the text of the values' {@code toString}. */
    private static final Set<String> READ_FROM_TEXT = Set.of("text", "varchar", "uuid", "jsonb");

    private static final Set<String> BINARY = Set.of("int", "int4", "bigint", "int8", "bool");

    private final List<Column<T>> columns;

    private ArrayBatch(List<Column<T>> columns) {
        this.columns = List.copyOf(columns);
    }

    /** Without columns yet. */
    public static <T> ArrayBatch<T> of() {
        return new ArrayBatch<>(List.of());
    }

    /** A column: its array's type, and the expression that reads it from the row. */
    private record Column<T>(String name, String arrayType, String read, Function<T, @Nullable Object> value) {}

    /** Returns true if a column may have this type, as PostgreSQL or its driver names it. */
    public static boolean takes(String type) {
        return BINARY.contains(type) || READ_FROM_TEXT.contains(type);
    }

    /**
     * With one more column.
     *
     * @throws IllegalArgumentException unless the {@linkplain #takes type is one} that a column may have
     */
    public ArrayBatch<T> with(String name, String type, Function<T, @Nullable Object> value) {
        if (!takes(type)) {
            throw new IllegalArgumentException("no arrays of " + type);
        }
        return and(new Column<>(name, type, "new." + name, value));
    }

    /** Times go over as PostgreSQL keeps them, in microseconds, which costs a fraction of their text. */
    public ArrayBatch<T> withTime(String name, Function<T, @Nullable Instant> value) {
        String read = "timestamptz 'epoch' + new." + name + " * interval '1 microsecond'";
        return and(new Column<>(name, "bigint", read, row -> micros(value.apply(row))));
    }

    private ArrayBatch<T> and(Column<T> column) {
        List<Column<T>> more = new ArrayList<>(columns);
        more.add(column);
        return new ArrayBatch<>(more);
    }

    private static @Nullable Long micros(@Nullable Instant time) {
        return time == null ? null : ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }

    /** {@code INSERT INTO table …} */
    public String insertInto(String table) {
        return "INSERT INTO %s (%s) SELECT %s %s".formatted(table, names(), join(Column::read, ", "), from());
    }

    /** {@code name = new value, …} for every column but those of the key. */
    public String assignments(String... key) {
        return columns.stream()
                .filter(column -> !List.of(key).contains(column.name()))
                .map(column -> column.name() + " = " + column.read())
                .collect(Collectors.joining(", "));
    }

    /** The new value of a column. */
    public String read(String name) {
        return columns.stream()
                .filter(column -> column.name().equals(name))
                .map(Column::read)
                .findFirst()
                .orElseThrow();
    }

    /** {@code FROM … AS new}, with a parameter for each column. */
    public String from() {
        return "FROM unnest(%s) AS new (%s)"
                .formatted(join(column -> "?::" + column.arrayType() + "[]", ", "), names());
    }

    private String names() {
        return join(Column::name, ", ");
    }

    private String join(Function<Column<T>, String> part, String separator) {
        return columns.stream().map(part).collect(Collectors.joining(separator));
    }

    /** The driver sends an array whose elements have a type of their own in binary; any other, and one of UUIDs, as a text to be read. */
    private static Array arrayOf(String type, Stream<@Nullable Object> values, Connection connection)
            throws SQLException {
        return switch (type) {
            case "int", "int4" -> connection.createArrayOf("int4", values.toArray(Integer[]::new));
            case "bigint", "int8" -> connection.createArrayOf("int8", values.toArray(Long[]::new));
            case "bool" -> connection.createArrayOf("bool", values.toArray(Boolean[]::new));
            default ->
                connection.createArrayOf(
                        "text",
                        values.map(value -> value == null ? null : value.toString())
                                .toArray(String[]::new));
        };
    }

    /**
     * Writes rows with a statement that has the parameters of {@link #from()} and no others.
     *
     * @param written receives the number of rows written
     */
    public UnitOfWork.Statement statement(String sql, List<T> rows, IntConsumer written) {
        return new Writing<>(sql, columns, List.copyOf(rows), written);
    }

    private record Writing<T>(String sql, List<Column<T>> columns, List<T> rows, IntConsumer written)
            implements UnitOfWork.Statement {

        @Override
        public int set(PreparedStatement all, int first) throws SQLException {
            Connection connection = all.getConnection();
            int next = first;
            for (Column<T> column : columns) {
                all.setArray(next++, arrayOf(column.arrayType(), rows.stream().map(column.value()), connection));
            }
            return next;
        }

        @Override
        public void read(PreparedStatement all) throws SQLException {
            written.accept(all.getUpdateCount());
        }
    }
}

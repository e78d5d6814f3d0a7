package dev.layeredsaga.messaging.hibernate;

import dev.layeredsaga.messaging.commit.ArrayBatch;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An update of one row, as Hibernate says it, and the same update of any number of rows. Thread-safe. */
final class SetUpdate {

    private static final String VALUE = "\\w+=\\?";
    private static final Pattern UPDATE = Pattern.compile(
            "update (?<table>\\w+) set (?<assigned>%1$s(?:,%1$s)*) where (?<required>%1$s(?: and %1$s)*)"
                    .formatted(VALUE));

    private static final String TIME = "timestamptz";

    private final String table;
    private final List<String> assigned;
    private final List<String> required;
    private volatile @Nullable Form form;

    private SetUpdate(String table, List<String> assigned, List<String> required) {
        this.table = table;
        this.assigned = assigned;
        this.required = required;
    }

    /** Empty if it is not an update, or one that says more than which columns get values where which columns have values. */
    static Optional<SetUpdate> of(String sql) {
        Matcher update = UPDATE.matcher(sql);
        return update.matches()
                ? Optional.of(new SetUpdate(
                        update.group("table"),
                        columns(update.group("assigned"), ","),
                        columns(update.group("required"), " and ")))
                : Optional.empty();
    }

    private static List<String> columns(String text, String separator) {
        return Stream.of(text.split(separator))
                .map(one -> one.replace("=?", ""))
                .toList();
    }

    /** How many values a row has. */
    int width() {
        return assigned.size() + required.size();
    }

    /**
     * How the rows go over; known once the server has been asked for the types of their values.
     *
     * @param sql null if we do not know how to send some of these types
     */
    private record Form(@Nullable String sql, ArrayBatch<@Nullable Object[]> rows) {}

    /** @param one the statement for one row */
    private Form formOf(PreparedStatement one) throws SQLException {
        Form known = form;
        if (known == null) {
            known = form(types(one.getParameterMetaData()));
            form = known;
        }
        return known;
    }

    private List<String> types(ParameterMetaData parameters) throws SQLException {
        List<String> types = new ArrayList<>();
        for (int parameter = 1; parameter <= width(); parameter++) {
            types.add(parameters.getParameterTypeName(parameter));
        }
        return types;
    }

    private Form form(List<String> types) {
        ArrayBatch<@Nullable Object[]> rows = ArrayBatch.of();
        if (!types.stream().allMatch(type -> type.equals(TIME) || ArrayBatch.takes(type))) {
            return new Form(null, rows);
        }
        for (int column = 0; column < width(); column++) {
            rows = withColumn(rows, column, types.get(column));
        }
        return new Form(sql(rows), rows);
    }

    private static ArrayBatch<@Nullable Object[]> withColumn(
            ArrayBatch<@Nullable Object[]> rows, int column, String type) {
        return type.equals(TIME)
                ? rows.withTime(name(column), row -> instant(row[column]))
                : rows.with(name(column), type, row -> row[column]);
    }

    private static @Nullable Instant instant(@Nullable Object time) {
        return switch (time) {
            case null -> null;
            case Timestamp timestamp -> timestamp.toInstant();
            case OffsetDateTime withOffset -> withOffset.toInstant();
            default -> throw new IllegalArgumentException("not a point in time: " + time.getClass());
        };
    }

    private static String name(int column) {
        return "value_" + column;
    }

    private String sql(ArrayBatch<@Nullable Object[]> rows) {
        String assignments = IntStream.range(0, assigned.size())
                .mapToObj(column -> assigned.get(column) + " = " + rows.read(name(column)))
                .collect(Collectors.joining(", "));
        String conditions = IntStream.range(0, required.size())
                .mapToObj(column ->
                        "old.%s = %s".formatted(required.get(column), rows.read(name(assigned.size() + column))))
                .collect(Collectors.joining(" AND "));
        return "UPDATE %s AS old SET %s %s WHERE %s".formatted(table, assignments, rows.from(), conditions);
    }

    /**
     * Updates all the rows.
     *
     * @param one the statement for one row
     * @return how many have been updated; empty if these have to be updated one by one, and none has been
     */
    OptionalInt execute(PreparedStatement one, List<@Nullable Object[]> rows) throws SQLException {
        Form known = formOf(one);
        if (known.sql() == null) {
            return OptionalInt.empty();
        }
        try (PreparedStatement all = one.getConnection().prepareStatement(known.sql())) {
            known.rows().statement(known.sql(), rows, updated -> {}).set(all, 1);
            return OptionalInt.of(all.executeUpdate());
        }
    }
}

package dev.layeredsaga.inventory.sql;

import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.UUID;

/** Passes collections as array parameters of a statement. */
public final class SqlArrays {

    private SqlArrays() {}

    public static Array texts(PreparedStatement statement, Collection<String> values) throws SQLException {
        return statement.getConnection().createArrayOf("text", values.toArray(String[]::new));
    }

    public static Array uuids(PreparedStatement statement, Collection<UUID> values) throws SQLException {
        return statement.getConnection().createArrayOf("uuid", values.toArray());
    }

    public static Array ints(PreparedStatement statement, Collection<Integer> values) throws SQLException {
        return statement.getConnection().createArrayOf("int4", values.toArray(Integer[]::new));
    }
}

package dev.layeredsaga.testbed.failures;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Plain queries. */
public final class Rows {

    private Rows() {}

    /** Reads one row. */
    public interface Reading<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Returns what the query finds, in its order. */
    public static <T> List<T> read(Connection database, String sql, Reading<T> reading, Object... parameters)
            throws SQLException {
        List<T> all = new ArrayList<>();
        try (PreparedStatement query = database.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                query.setObject(i + 1, parameters[i]);
            }
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    all.add(reading.read(rows));
                }
            }
        }
        return all;
    }
}

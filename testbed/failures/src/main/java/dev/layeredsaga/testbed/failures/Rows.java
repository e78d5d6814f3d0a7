package dev.layeredsaga.testbed.failures.audit.seen;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/** Plain queries. */
final class Rows {

    private Rows() {}

    interface Reading<T> {
        T read(ResultSet row) throws SQLException;
    }

    static <T> List<T> read(Connection database, String sql, Reading<T> reading) throws SQLException {
        List<T> all = new ArrayList<>();
        try (PreparedStatement query = database.prepareStatement(sql);
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                all.add(reading.read(rows));
            }
        }
        return all;
    }

    static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}

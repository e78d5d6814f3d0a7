package dev.layeredsaga.testbed.bench.designs;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.layeredsaga.testbed.infrastructure.PostgresServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * One item in a database of its own, for designs that the service does not have. Plain JDBC, and no constraint: if the lock
 * does not keep the stock from falling below zero, it shall show.
 */
final class StockTable implements AutoCloseable {

    private static final String LOWER = "UPDATE stock SET quantity = quantity - 1 WHERE id = 1";

    private final HikariDataSource connections;

    private StockTable(HikariDataSource connections) {
        this.connections = connections;
    }

    static StockTable create(PostgresServer postgres, String database, int maxConnections) throws SQLException {
        postgres.createDatabase(database);
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(postgres.jdbcUrl(database));
        config.setUsername(postgres.user());
        config.setPassword(postgres.password());
        config.setMaximumPoolSize(maxConnections);
        StockTable table = new StockTable(new HikariDataSource(config));
        table.fill();
        return table;
    }

    private void fill() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE stock (id int PRIMARY KEY, quantity int NOT NULL)");
            statement.execute("INSERT INTO stock VALUES (1, %d)".formatted(Design.STOCK));
        }
    }

    Connection connect() throws SQLException {
        return connections.getConnection();
    }

    int quantity() throws SQLException {
        try (Connection connection = connect();
                PreparedStatement query = connection.prepareStatement("SELECT quantity FROM stock WHERE id = 1");
                ResultSet row = query.executeQuery()) {
            row.next();
            return row.getInt(1);
        }
    }

    void lower() throws SQLException {
        try (Connection connection = connect()) {
            lower(connection);
        }
    }

    static void lower(Connection connection) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(LOWER)) {
            update.executeUpdate();
        }
    }

    @Override
    public void close() {
        connections.close();
    }
}

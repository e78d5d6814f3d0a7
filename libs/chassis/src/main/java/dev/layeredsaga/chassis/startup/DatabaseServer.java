package dev.layeredsaga.chassis.startup;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import org.springframework.util.Assert;

/** PostgreSQL, probed with a real connection that uses the service's own user and password. */
record DatabaseServer(String url, String place, String user, String password) implements RequiredServer {

    private static final String SCHEME = "jdbc:postgresql:";
    private static final int DEFAULT_PORT = 5432;
    private static final String SECONDS = "3";

    /** The SQLSTATE classes of an invalid user or password, and of a pooler that does not know a start-up parameter. */
    private static final List<String> REFUSALS = List.of("28", "08P01");

    /** @throws IllegalArgumentException if {@code url} is not a PostgreSQL URL */
    static DatabaseServer of(String url, String user, String password) {
        Assert.isTrue(url.startsWith(SCHEME + "//"), "not " + SCHEME + "//host:port/database");
        String authority = url.substring(SCHEME.length() + 2).split("[/?]", 2)[0];
        for (String member : authority.split(",", -1)) {
            Endpoint.parse(member, DEFAULT_PORT);
        }
        String place = authority.contains(",")
                ? authority
                : Endpoint.parse(authority, DEFAULT_PORT).toString();
        return new DatabaseServer(url, place, user, password);
    }

    @Override
    public String name() {
        return "PostgreSQL";
    }

    @Override
    public Finding probe() {
        try (Connection connection = connect()) {
            return keepsSessions(connection)
                    ? new Finding.Ready()
                    : new Finding.Refusing(
                            "a pooler gives each transaction another session; it has to give each connection its own");
        } catch (SQLException e) {
            return REFUSALS.stream().anyMatch(String.valueOf(e.getSQLState())::startsWith)
                    ? new Finding.Refusing(RequiredServer.reasonOf(e))
                    : new Finding.Missing(RequiredServer.reasonOf(e));
        }
    }

    /**
     * Returns false if a setting of the session is gone when another connection has a transaction open, as behind PgBouncer in transaction
     * mode: it gives that transaction the session that it used last.
     */
    private boolean keepsSessions(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                Connection other = connect();
                Statement inTransaction = other.createStatement()) {
            statement.execute("SELECT set_config('layered_saga.session', 'kept', false)");
            other.setAutoCommit(false);
            inTransaction.execute("SELECT 1");
            try (ResultSet setting = statement.executeQuery("SELECT current_setting('layered_saga.session', true)")) {
                return setting.next() && "kept".equals(setting.getString(1));
            }
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(url, properties());
    }

    private Properties properties() {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        properties.setProperty("connectTimeout", SECONDS);
        properties.setProperty("loginTimeout", SECONDS);
        properties.setProperty("socketTimeout", SECONDS);
        return properties;
    }

    /** Omits the password, to keep it out of logs. */
    @Override
    public String toString() {
        return "DatabaseServer[" + place + "]";
    }
}

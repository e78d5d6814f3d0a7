package dev.layeredsaga.chassis.startup;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/** PostgreSQL, probed with a real connection that uses the service's own user and password. */
record DatabaseServer(String url, String place, String user, String password) implements RequiredServer {

    private static final String SCHEME = "jdbc:postgresql:";
    private static final int DEFAULT_PORT = 5432;
    private static final String SECONDS = "3";

    /** The SQLSTATE class of an invalid user or password. */
    private static final String INVALID_AUTHORIZATION = "28";

    /** @throws IllegalArgumentException if {@code url} is not a PostgreSQL URL */
    static DatabaseServer of(String url, String user, String password) {
        if (!url.startsWith(SCHEME + "//")) {
            throw new IllegalArgumentException("not " + SCHEME + "//host:port/database");
        }
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
    public Finding look() {
        try {
            DriverManager.getConnection(url, properties()).close();
            return new Finding.Ready();
        } catch (SQLException e) {
            return String.valueOf(e.getSQLState()).startsWith(INVALID_AUTHORIZATION)
                    ? new Finding.Refusing(RequiredServer.reasonOf(e))
                    : new Finding.Missing(RequiredServer.reasonOf(e));
        }
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

package dev.layeredsaga.testbed.infrastructure;

import dev.layeredsaga.testbed.infrastructure.postgres.PostgresServer;
import java.sql.SQLException;

/** Queries and statements for one database of a server. */
record Sql(PostgresServer postgres, String database) {

    static Sql in(PostgresServer postgres, String database) {
        return new Sql(postgres, database);
    }

    String ask(String query) {
        try (var connection = postgres.connect(database);
                var statement = connection.createStatement();
                var answer = statement.executeQuery(query)) {
            answer.next();
            return answer.getString(1);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    void run(String statementText) {
        try (var connection = postgres.connect(database);
                var statement = connection.createStatement()) {
            statement.execute(statementText);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}

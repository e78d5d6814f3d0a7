package dev.layeredsaga.messaging.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.messaging.commit.LastStatements.LastStatement;
import dev.layeredsaga.messaging.fixture.MessagingDatabase;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.Ordered;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

class LastStatementsTest {

    private final MessagingDatabase database = MessagingDatabase.connect(MessagingDatabase.migrated());
    private final JdbcTemplate jdbc = database.jdbc();
    private final TransactionTemplate transaction = database.transaction();
    private final List<String> results = new ArrayList<>();

    @BeforeEach
    void createTable() {
        jdbc.execute("CREATE TABLE line (number int PRIMARY KEY, text text NOT NULL)");
    }

    @AfterEach
    void disconnect() {
        database.close();
    }

    @Test
    void areMadeInTheirOrderEachWithItsParametersAndItsResult() {
        transaction.executeWithoutResult(status -> {
            last().add(insertion(1, "one"));
            last().add(returning(2, "two"));
            last().add(insertion(3, "three"));
            assertThat(lines()).isEmpty();
        });

        assertThat(results).containsExactly("1 row", "two", "1 row");
        assertThat(lines()).containsExactly("one", "two", "three");
    }

    @Test
    void leaveNothingIfOneOfThemFails() {
        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> {
                    last().add(insertion(1, "one"));
                    last().add(insertion(1, "another one"));
                }))
                .isInstanceOf(DuplicateKeyException.class);

        assertThat(results).isEmpty();
        assertThat(lines()).isEmpty();
    }

    @Test
    void leaveNothingIfAResultIsNotToBeCommitted() {
        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> last().add(new Insertion(1, "one") {
                    @Override
                    public void read(PreparedStatement all) {
                        throw new IllegalStateException("not this");
                    }
                })))
                .hasMessage("not this");

        assertThat(lines()).isEmpty();
    }

    @Test
    void areNotMadeByATransactionThatRollsBack() {
        transaction.executeWithoutResult(status -> {
            last().add(insertion(1, "one"));
            status.setRollbackOnly();
        });

        assertThat(results).isEmpty();
    }

    @Test
    void canBeReadWhenTheyAreMadeNow() {
        transaction.executeWithoutResult(status -> {
            last().add(insertion(1, "one"));
            last().makeNow();
            assertThat(lines()).containsExactly("one");
            last().add(insertion(2, "two"));
        });

        assertThat(lines()).containsExactly("one", "two");
    }

    @Test
    void areOpenToThoseWhoComeBeforeThemAndToNobodyElse() {
        transaction.executeWithoutResult(status -> {
            LastStatements last = last();
            beforeCommit(LastStatements.ORDER_OF_WRITERS, () -> last.add(insertion(1, "one")));
            beforeCommit(
                    Ordered.LOWEST_PRECEDENCE,
                    () -> assertThatThrownBy(() -> last.add(insertion(2, "two")))
                            .isInstanceOf(IllegalStateException.class));
        });

        assertThat(lines()).containsExactly("one");
    }

    private LastStatements last() {
        return LastStatements.of(jdbc);
    }

    private LastStatement insertion(int number, String text) {
        return new Insertion(number, text);
    }

    private LastStatement returning(int number, String text) {
        return new Insertion(number, text) {
            @Override
            public String sql() {
                return super.sql() + " RETURNING text";
            }

            @Override
            public void read(PreparedStatement all) throws SQLException {
                try (ResultSet rows = all.getResultSet()) {
                    rows.next();
                    results.add(rows.getString("text"));
                }
            }
        };
    }

    private class Insertion implements LastStatement {

        private final int number;
        private final String text;

        Insertion(int number, String text) {
            this.number = number;
            this.text = text;
        }

        @Override
        public String sql() {
            return "INSERT INTO line VALUES (?, ?)";
        }

        @Override
        public int set(PreparedStatement all, int first) throws SQLException {
            all.setInt(first, number);
            all.setString(first + 1, text);
            return first + 2;
        }

        @Override
        public void read(PreparedStatement all) throws SQLException {
            results.add(all.getUpdateCount() + " row");
        }
    }

    private List<String> lines() {
        return jdbc.query("SELECT text FROM line ORDER BY number", (row, number) -> row.getString("text"));
    }

    private static void beforeCommit(int order, Runnable task) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void beforeCommit(boolean readOnly) {
                task.run();
            }

            @Override
            public int getOrder() {
                return order;
            }
        });
    }
}

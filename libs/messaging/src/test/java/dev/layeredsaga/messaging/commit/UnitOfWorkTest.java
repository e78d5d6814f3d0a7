package dev.layeredsaga.messaging.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.messaging.commit.UnitOfWork.Phase;
import dev.layeredsaga.messaging.fixture.MessagingDatabase;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

class UnitOfWorkTest {

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
            add(insertion(1, "one"));
            add(returning(2, "two"));
            add(insertion(3, "three"));
            assertThat(lines()).isEmpty();
        });

        assertThat(results).containsExactly("1 row", "two", "1 row");
        assertThat(lines()).containsExactly("one", "two", "three");
    }

    @Test
    void leaveNothingIfOneOfThemFails() {
        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> {
                    add(insertion(1, "one"));
                    add(insertion(1, "another one"));
                }))
                .isInstanceOf(DuplicateKeyException.class);

        assertThat(results).isEmpty();
        assertThat(lines()).isEmpty();
    }

    @Test
    void leaveNothingIfAResultIsNotToBeCommitted() {
        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> add(new Insertion(1, "one") {
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
            add(insertion(1, "one"));
            status.setRollbackOnly();
        });

        assertThat(results).isEmpty();
    }

    @Test
    void canBeReadWhenTheyAreMadeNow() {
        transaction.executeWithoutResult(status -> {
            add(insertion(1, "one"));
            unit().writeNow();
            assertThat(lines()).containsExactly("one");
            add(insertion(2, "two"));
        });

        assertThat(lines()).containsExactly("one", "two");
    }

    @Test
    void areMadeInTheOrderOfTheirPhasesAndThenOfTheirAddition() {
        transaction.executeWithoutResult(status -> {
            unit().add(Phase.SAGAS, returning(1, "saga"));
            unit().part(Phase.OUTBOX, this, Rows.class, Rows::new).gathered.add(returning(2, "message"));
            unit().add(Phase.HISTORY, returning(3, "first attempt"));
            unit().add(Phase.INBOX, returning(4, "handled"));
            unit().add(Phase.HISTORY, returning(5, "second attempt"));
        });

        assertThat(results).containsExactly("handled", "first attempt", "second attempt", "message", "saga");
    }

    /** A transaction has one batch in the outbox, however often it reads what it has written. */
    @Test
    void leavesTheOutboxToTheCommitWhenItIsWrittenNow() {
        transaction.executeWithoutResult(status -> {
            outbox().gathered.add(returning(1, "message"));
            add(returning(2, "attempt"));
            unit().writeNow();
            assertThat(results).containsExactly("attempt");
            outbox().gathered.add(returning(3, "another message"));
        });

        assertThat(results).containsExactly("attempt", "message", "another message");
    }

    @Test
    void dropsWhatIsGatheredAfterAMark() {
        transaction.executeWithoutResult(status -> {
            add(insertion(1, "one"));
            Runnable drop = unit().mark();
            add(insertion(2, "two"));
            outbox().gathered.add(insertion(3, "three"));
            drop.run();
            add(insertion(4, "four"));
        });

        assertThat(lines()).containsExactly("one", "four");
    }

    @Test
    void notifiesItsPartsHowTheTransactionEnded() {
        Rows committed = Objects.requireNonNull(transaction.execute(status -> outbox()));
        Rows rolledBack = Objects.requireNonNull(transaction.execute(status -> {
            status.setRollbackOnly();
            return outbox();
        }));

        assertThat(rolledBack).isNotSameAs(committed);
        assertThat(committed.endings).containsExactly(true);
        assertThat(rolledBack.endings).containsExactly(false);
    }

    @Test
    void isAnotherForATransactionWithinTheTransaction() {
        TransactionTemplate within = database.transaction();
        within.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);

        transaction.executeWithoutResult(status -> {
            UnitOfWork outer = unit();
            add(insertion(1, "outer"));
            within.executeWithoutResult(inner -> {
                assertThat(unit()).isNotSameAs(outer);
                add(insertion(2, "inner"));
            });
            assertThat(results).containsExactly("1 row");
            assertThat(unit()).isSameAs(outer);
            status.setRollbackOnly();
        });

        assertThat(lines()).containsExactly("inner");
    }

    @Test
    void refusesStatementsOnceTheTransactionIsCommitting() {
        transaction.executeWithoutResult(status -> {
            UnitOfWork unit = unit();
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void beforeCommit(boolean readOnly) {
                    assertThatThrownBy(() -> unit.add(Phase.SAGAS, insertion(2, "two")))
                            .isInstanceOf(IllegalStateException.class);
                    results.add("refused");
                }
            });
        });

        assertThat(results).containsExactly("refused");
    }

    @Test
    void needsATransaction() {
        assertThatThrownBy(this::unit).isInstanceOf(IllegalStateException.class);
    }

    private UnitOfWork unit() {
        return UnitOfWork.of(jdbc);
    }

    private void add(UnitOfWork.Statement statement) {
        unit().add(Phase.HISTORY, statement);
    }

    private Rows outbox() {
        return unit().part(Phase.OUTBOX, this, Rows.class, Rows::new);
    }

    private static final class Rows implements UnitOfWork.Part {

        private final List<UnitOfWork.Statement> gathered = new ArrayList<>();
        private final List<Boolean> endings = new ArrayList<>();

        @Override
        public List<UnitOfWork.Statement> statements() {
            return gathered;
        }

        @Override
        public void ended(boolean committed) {
            endings.add(committed);
        }
    }

    private UnitOfWork.Statement insertion(int number, String text) {
        return new Insertion(number, text);
    }

    private UnitOfWork.Statement returning(int number, String text) {
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

    private class Insertion implements UnitOfWork.Statement {

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
}

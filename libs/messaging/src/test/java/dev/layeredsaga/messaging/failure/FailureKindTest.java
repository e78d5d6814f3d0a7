package dev.layeredsaga.messaging.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.messaging.envelope.MalformedMessageException;
import java.sql.SQLException;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;

class FailureKindTest {

    static Stream<Exception> failuresOfTheDatabase() {
        return Stream.of(
                new OptimisticLockingFailureException("another was faster"),
                new DataAccessResourceFailureException("the database is away"),
                new CannotGetJdbcConnectionException("no connection"),
                new CannotCreateTransactionException("no connection"),
                new TransactionSystemException("commit failed", new SQLException("connection lost", "08006")),
                new RuntimeException(new SQLException("Connection is closed")));
    }

    static Stream<Exception> failuresThatProveNothing() {
        return Stream.of(
                new NullPointerException(),
                new IllegalStateException("a bug"),
                new DataIntegrityViolationException("a constraint, it is said, but not by the database"),
                new TransactionSystemException("commit failed", new IllegalArgumentException("an invalid entity")));
    }

    @ParameterizedTest
    @MethodSource("failuresOfTheDatabase")
    void blamesTheDatabaseForWhatMayPass(Exception failure) {
        assertThat(FailureKind.of(failure)).isEqualTo(FailureKind.DATABASE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"08006", "25006", "25P02", "40001", "42501", "42703", "42P01", "53100", "55P03", "57P01", "58030"
            })
    void blamesTheDatabaseForAStateThatIsNotAboutTheValues(String state) {
        Exception failure = new UncategorizedSQLException("task", "sql", new SQLException("cannot", state));

        assertThat(FailureKind.of(failure)).isEqualTo(FailureKind.DATABASE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"22001", "22P02", "23502", "23505", "23514", "54000"})
    void suspectsTheDataForAStateThatIsAboutTheValues(String state) {
        SQLException cause = new SQLException("refused", state);

        assertThat(FailureKind.of(new DataAccessResourceFailureException("translated", cause)))
                .isEqualTo(FailureKind.DATA);
    }

    @ParameterizedTest
    @CsvSource({"53100, true", "57P01, true", "08006, true", "54000, false", "58030, false"})
    void concernsAllUnlessItIsAboutTheRowsThatWereAskedFor(String state, boolean all) {
        SQLException cause = new SQLException("cannot", state);

        assertThat(FailureKind.concernsAll(new DataAccessResourceFailureException("translated", cause)))
                .isEqualTo(all);
    }

    @Test
    void doesNotSuspectWhatAnotherHasHandledAtTheSameTime() {
        SQLException duplicate =
                new SQLException("duplicate key value violates unique constraint \"inbox_pkey\"", "23505");

        assertThat(FailureKind.of(new RuntimeException(duplicate))).isEqualTo(FailureKind.DATABASE);
    }

    @ParameterizedTest
    @MethodSource("failuresThatProveNothing")
    void knowsNothingOfTheRest(Exception failure) {
        assertThat(FailureKind.of(failure)).isEqualTo(FailureKind.UNKNOWN);
    }

    @Test
    void knowsWhatIsForAnotherRelease() {
        Exception failure = new RuntimeException(new NotHereException("no such version", Set.of("key")));

        assertThat(FailureKind.of(failure)).isEqualTo(FailureKind.NOT_HERE);
        assertThat(FailureKind.summaryOf(failure)).isEqualTo("no such version");
    }

    @Test
    void knowsWhatIsMalformed() {
        Exception failure = new RuntimeException(new MalformedMessageException("no CloudEvent"));

        assertThat(FailureKind.of(failure)).isEqualTo(FailureKind.MALFORMED);
        assertThat(FailureKind.reasonOf(failure)).isEqualTo("no CloudEvent");
    }
}

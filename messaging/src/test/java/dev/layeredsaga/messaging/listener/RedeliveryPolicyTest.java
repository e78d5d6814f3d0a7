package dev.layeredsaga.messaging.listener;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.messaging.envelope.MalformedMessageException;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.util.backoff.BackOffExecution;

class RedeliveryPolicyTest {

    static Stream<Exception> failuresThatPass() {
        return Stream.of(
                new OptimisticLockingFailureException("another was faster"),
                new DataAccessResourceFailureException("the database is away"),
                new CannotGetJdbcConnectionException("no connection"),
                new CannotCreateTransactionException("no connection"),
                new TransactionSystemException("commit failed", new SQLException("connection lost", "08006")),
                new RuntimeException(new SQLException("terminated by administrator", "57P01")));
    }

    static Stream<Exception> failuresThatStay() {
        return Stream.of(
                new IllegalStateException("a bug"),
                new DataIntegrityViolationException("a constraint"),
                new TransactionSystemException("commit failed", new IllegalArgumentException("an invalid entity")));
    }

    @ParameterizedTest
    @MethodSource("failuresThatPass")
    void repeatsWithoutEndWhatMayPass(Exception failure) {
        assertThat(repetitions(failure)).isGreaterThan(1_000);
    }

    @ParameterizedTest
    @MethodSource("failuresThatStay")
    void repeatsAFewTimesWhatWillNot(Exception failure) {
        assertThat(repetitions(failure)).isEqualTo(4);
    }

    @Test
    void doesNotRepeatWhatIsMalformed() {
        assertThat(repetitions(new MalformedMessageException("no CloudEvent"))).isZero();
    }

    private static int repetitions(Exception failure) {
        BackOffExecution execution = RedeliveryPolicy.backOffFor(failure).start();
        int count = 0;
        while (count < 2_000 && execution.nextBackOff() != BackOffExecution.STOP) {
            count++;
        }
        return count;
    }
}

package dev.layeredsaga.testbed.e2e;

import dev.layeredsaga.testbed.infrastructure.postgres.PostgresServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The orchestrators' database, with a ledger of every time an instance takes a due saga, and a gate at which one of them, the
 * victim, can be held in the middle of driving.
 */
final class SagaLedger implements AutoCloseable {

    /** The {@code ApplicationName} of the victim's connections. */
    static final String VICTIM = "victim";

    private static final String GATE = "(4711)";

    private final Connection connection;

    SagaLedger(PostgresServer postgres, String database) throws SQLException {
        connection = postgres.connect(database);
        execute("CREATE TABLE taken (saga_id uuid, taken_by text, taken_at timestamptz)");
        execute("""
                CREATE FUNCTION note_taken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                  INSERT INTO taken VALUES (NEW.id, current_setting('application_name'), clock_timestamp());
                  RETURN NULL;
                END $$
                """);
        execute("""
                CREATE FUNCTION hold_the_victim() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                  IF current_setting('application_name') = 'victim' THEN
                    PERFORM set_config('lock_timeout', '0', true);
                    PERFORM pg_advisory_xact_lock_shared(4711);
                  END IF;
                  RETURN NULL;
                END $$
                """);
        // nothing but find-and-lock moves due_at and leaves updated_at as it is
        execute("CREATE TRIGGER note_taken AFTER UPDATE ON saga FOR EACH ROW"
                + " WHEN (OLD.updated_at = NEW.updated_at AND NEW.due_at > OLD.due_at) EXECUTE FUNCTION note_taken()");
        execute("CREATE TRIGGER hold_the_victim BEFORE INSERT ON outbox"
                + " FOR EACH STATEMENT EXECUTE FUNCTION hold_the_victim()");
    }

    /** From now on the victim comes no further than to the end of a transaction. */
    void closeTheGate() {
        execute("SELECT pg_advisory_lock" + GATE);
    }

    void openTheGate() {
        execute("SELECT pg_advisory_unlock" + GATE);
    }

    /** Every timer runs out, and nothing but that is noted from now on. */
    void everySagaBecomesDue() {
        execute("TRUNCATE taken");
        execute("UPDATE saga SET due_at = now(), wake_at = now(), updated_at = clock_timestamp()"
                + " WHERE due_at IS NOT NULL");
    }

    long takenByTheVictim() {
        return number("SELECT count(DISTINCT saga_id) FROM taken WHERE taken_by = 'victim'");
    }

    boolean holdsTheVictim() {
        return number("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = 4711") > 0;
    }

    /** Transactions that the victim began before the others took its sagas over. */
    long oldTransactionsOfTheVictim() {
        return number("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'victim'"
                + " AND xact_start < (SELECT max(taken_at) FROM taken WHERE taken_by <> 'victim')");
    }

    /** Returns the number of the victim's sagas that others took after it. */
    long takenOver() {
        return number("SELECT count(*) FROM (SELECT saga_id, max(taken_at) AS taken_at FROM taken"
                + " WHERE taken_by = 'victim' GROUP BY saga_id) AS by_victim WHERE EXISTS (SELECT FROM taken AS next"
                + " WHERE next.saga_id = by_victim.saga_id AND next.taken_by <> 'victim'"
                + " AND next.taken_at > by_victim.taken_at)");
    }

    /** The longest time, in milliseconds, from the victim's taking of a saga to the next one's. */
    long longestTakeover() {
        return number("SELECT coalesce(max(extract(epoch FROM next.taken_at - by_victim.taken_at) * 1000), 0)::bigint"
                + " FROM taken AS by_victim CROSS JOIN LATERAL (SELECT min(taken_at) AS taken_at FROM taken"
                + " WHERE saga_id = by_victim.saga_id AND taken_at > by_victim.taken_at) AS next"
                + " WHERE by_victim.taken_by = 'victim'");
    }

    long sagasIn(String step) {
        return number("SELECT count(*) FROM saga WHERE step = '" + step + "' AND status = 'RUNNING'");
    }

    /** Steps whose one attempt was recorded more than once. */
    long attemptsRecordedTwice() {
        return number("SELECT count(*) FROM (SELECT FROM saga_attempt WHERE result = 'NO_ANSWER'"
                + " GROUP BY saga_id, step, direction, attempt HAVING count(*) > 1) AS twice");
    }

    /** Returns the number of these sagas' unanswered attempts. */
    long unanswered(Iterable<String> sagaIds) {
        return number("SELECT count(*) FROM saga_attempt WHERE result = 'NO_ANSWER' AND saga_id IN ('"
                + String.join("','", sagaIds) + "')");
    }

    private long number(String sql) {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void execute(String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        execute("DROP TRIGGER note_taken ON saga");
        execute("DROP TRIGGER hold_the_victim ON outbox");
        execute("DROP FUNCTION note_taken, hold_the_victim");
        execute("DROP TABLE taken");
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}

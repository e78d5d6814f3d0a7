package dev.layeredsaga.inventory.section;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.inventory.lock.LockManager;
import dev.layeredsaga.inventory.lock.Locked;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure.TestDatabase;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.TransactionTemplate;

class SectionTest {

    private static final TestDatabase DATABASE = SharedInfrastructure.freshDatabase("section");
    private static final SortedSet<String> SKUS = new TreeSet<>(List.of("seat"));

    private final DriverManagerDataSource dataSource =
            new DriverManagerDataSource(DATABASE.jdbcUrl(), DATABASE.user(), DATABASE.password());
    private final JdbcClient database = JdbcClient.create(dataSource);

    /** Uses a new connection for each statement, outside the transaction. */
    private final JdbcClient elsewhere =
            JdbcClient.create(new DriverManagerDataSource(DATABASE.jdbcUrl(), DATABASE.user(), DATABASE.password()));

    private final TransactionTemplate transaction =
            new TransactionTemplate(new DataSourceTransactionManager(dataSource));
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<String> story = new ArrayList<>();

    @BeforeEach
    void emptyTable() {
        database.sql("DROP TABLE IF EXISTS change").update();
        database.sql("CREATE TABLE change (id int)").update();
    }

    @Test
    void unlocksAfterTheCommitAndNotBefore() {
        sectionWith(new ObservingLock()).run(SKUS, this::change);
        assertThat(story).containsExactly("locked, sees 0", "changed, others see 0", "unlocking, sees 1");
    }

    @Test
    void unlocksAfterTheRollback() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> sectionWith(new ObservingLock()).run(SKUS, () -> {
                    change();
                    throw new IllegalArgumentException("no");
                }));
        assertThat(story).containsExactly("locked, sees 0", "changed, others see 0", "unlocking, sees 0");
    }

    /** Starts over if a pause took up the time for repetitions. */
    @Test
    void repeatsATransactionThatWasTooSlowUnderTheSameLock() {
        await().ignoreException(OptimisticLockingFailureException.class).until(() -> {
            story.clear();
            return sectionWith(new ObservingLock())
                    .run(SKUS, this::changeAsTheThird)
                    .equals("done");
        });
        assertThat(story)
                .containsExactly(
                        "locked, sees 0",
                        "changed, others see 0",
                        "changed, others see 0",
                        "changed, others see 0",
                        "unlocking, sees 1");
    }

    private String changeAsTheThird() {
        change();
        if (story.size() < 4) {
            throw new OptimisticLockingFailureException("another was faster");
        }
        return "done";
    }

    @Test
    void givesUpWhenOthersAreAlwaysFaster() {
        assertThatExceptionOfType(OptimisticLockingFailureException.class)
                .isThrownBy(() -> sectionWith(new ObservingLock()).run(SKUS, () -> {
                    throw new OptimisticLockingFailureException("another was faster");
                }));
    }

    @Test
    void goesOnWithoutALockIfNoneCanBeHad() {
        String result =
                sectionWith(new AnsweringLock(new Locked.Unavailable<>("gone"))).run(SKUS, this::change);
        assertThat(result).isEqualTo("changed");
        assertThat(rowsSeenElsewhere()).isOne();
    }

    @Test
    void keepsAndCountsWorkThatHasOutlivedItsLease() {
        assertThat(sectionWith(new OverrunLock()).run(SKUS, this::change)).isEqualTo("changed");
        assertThat(rowsSeenElsewhere()).isOne();
        assertThat(meters.counter("inventory.lock.lease.overruns").count()).isOne();
    }

    @Test
    void rollsBackAndDoesNotRepeatWorkThatItsLeaseCancels() {
        assertThatExceptionOfType(ConcurrencyFailureException.class)
                .isThrownBy(() -> sectionWith(new EndingLease()).run(SKUS, this::change))
                .withMessageContaining("lease");
        assertThat(story).containsExactly("changed, others see 0");
        assertThat(rowsSeenElsewhere()).isZero();
        assertThat(meters.counter("inventory.lock.lease.cancellations").count()).isOne();
    }

    @Test
    void goesOnWithoutALockThatOthersKeepForTheWholeWait() {
        String result = sectionWith(new AnsweringLock(new Locked.TimedOut<>(Duration.ofMillis(7))))
                .run(SKUS, this::change);
        assertThat(result).isEqualTo("changed");
        assertThat(rowsSeenElsewhere()).isOne();
        assertThat(meters.counter("inventory.lock.timeouts").count()).isOne();
    }

    @Test
    void refusesToStartWithinATransactionWhichWouldOutliveTheLock() {
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> transaction.execute(
                        status -> sectionWith(new ObservingLock()).run(SKUS, this::change)));
    }

    private Section sectionWith(LockManager locks) {
        LockedRows rows = new LockedRows(new JdbcTemplate(dataSource), transaction);
        return new Section(locks, transaction, new ConflictRetry(5, meters), rows, new SectionMeters(meters));
    }

    private String change() {
        database.sql("INSERT INTO change VALUES (1)").update();
        story.add("changed, others see " + rowsSeenElsewhere());
        return "changed";
    }

    private long rowsSeenElsewhere() {
        return elsewhere.sql("SELECT count(*) FROM change").query(Long.class).single();
    }

    /** Reads from another connection at the moment of locking and of unlocking. */
    private final class ObservingLock implements LockManager {

        @Override
        public <T> Locked<T> withLock(SortedSet<String> keys, Supplier<T> work) {
            story.add("locked, sees " + rowsSeenElsewhere());
            try {
                return new Locked.Done<>(work.get());
            } finally {
                story.add("unlocking, sees " + rowsSeenElsewhere());
            }
        }
    }

    private static final class OverrunLock implements LockManager {

        @Override
        public <T> Locked<T> withLock(SortedSet<String> keys, Supplier<T> work) {
            return new Locked.Overrun<>(work.get(), Duration.ofMillis(7));
        }
    }

    /** Its lease ends while the work runs. */
    private static final class EndingLease implements LockManager {

        @Override
        public <T> Locked<T> withLock(SortedSet<String> keys, Supplier<T> work) {
            throw new AssertionError("the section has not asked for the lease");
        }

        @Override
        public <T> Locked<T> withLock(SortedSet<String> keys, Function<Lease, T> work) {
            return new Locked.Done<>(work.apply(() -> true));
        }
    }

    private record AnsweringLock(Locked<String> answer) implements LockManager {

        @Override
        @SuppressWarnings("unchecked") // both answers have no value
        public <T> Locked<T> withLock(SortedSet<String> keys, Supplier<T> work) {
            return (Locked<T>) answer;
        }
    }
}

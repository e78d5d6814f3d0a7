package dev.layeredsaga.messaging.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.messaging.heartbeat.Activity;
import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.messaging.heartbeat.WakeUp;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.SimpleTransactionStatus;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionOperations;

class SweepsTest {

    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final Heartbeats heartbeats = new Heartbeats();
    private final Transactions transactions = new Transactions();

    /** Counts transactions by how they end. */
    private static final class Transactions implements TransactionOperations {

        int begun;
        int committed;

        @Override
        public <T extends @Nullable Object> T execute(TransactionCallback<T> action) {
            begun++;
            TransactionStatus status = new SimpleTransactionStatus();
            T result = action.doInTransaction(status);
            committed++;
            return result;
        }
    }

    /** Finds as many rows in each batch as it is given; fails where that is negative. */
    private record Scripted(String rows, Iterator<Integer> batches, List<Integer> done) implements Sweep {

        Scripted(String rows, Integer... batches) {
            this(rows, List.of(batches).iterator(), new ArrayList<>());
        }

        @Override
        public Schedule schedule() {
            return new Schedule(rows, Duration.ofSeconds(7), 10);
        }

        @Override
        public int sweep() {
            int found = batches.next();
            if (found < 0) {
                throw new IllegalStateException("a damaged row");
            }
            done.add(found);
            return found;
        }
    }

    @Test
    void handleBatchesInTransactionsOfTheirOwnUntilOneIsNotFull() {
        Scripted sweep = new Scripted("rows", 10, 10, 3, 10);

        sweeps(sweep).tick();

        assertThat(sweep.done()).containsExactly(10, 10, 3);
        assertThat(transactions.committed).isEqualTo(3);
    }

    @Test
    void rollABatchBackThatFailsAndLeaveTheRestToTheNextRun() {
        Scripted sweep = new Scripted("rows", 10, -1, 4);
        Sweeps sweeps = sweeps(sweep);

        sweeps.tick();
        assertThat(sweep.done()).containsExactly(10);
        assertThat(transactions.begun).isEqualTo(2);
        assertThat(transactions.committed).isEqualTo(1);
        assertThat(meters.counter("sweeps.failed", "sweep", "rows").count()).isEqualTo(1);

        sweeps.tick();
        assertThat(sweep.done()).containsExactly(10, 4);
    }

    @Test
    void goOnWithTheOthersIfOneFails() {
        Scripted sweep = new Scripted("rows", 2);

        sweeps(new Scripted("damaged rows", -1), sweep).tick();

        assertThat(sweep.done()).containsExactly(2);
    }

    @Test
    void endARunThatWouldNeverEnd() {
        Sweep endless = new Sweep() {
            @Override
            public Schedule schedule() {
                return new Schedule("rows", Duration.ofSeconds(1), 1);
            }

            @Override
            public int sweep() {
                return 1;
            }
        };

        sweeps(endless).tick();

        assertThat(transactions.committed).isEqualTo(1_000);
    }

    @Test
    void beginNoFurtherBatchOnceTheyAreStopped() {
        AtomicInteger batches = new AtomicInteger();
        CountDownLatch stopped = new CountDownLatch(1);
        Sweeps sweeps = sweeps(new Sweep() {
            @Override
            public Schedule schedule() {
                return new Schedule("rows", Duration.ofMillis(1), 1);
            }

            @Override
            public int sweep() {
                batches.incrementAndGet();
                await().until(() -> stopped.getCount() == 0);
                return 1;
            }
        });
        sweeps.start();
        await().until(() -> batches.get() == 1);

        Thread stopping = Thread.ofPlatform().start(sweeps::stop);
        await().until(() -> !sweeps.isRunning() && stopping.getState() == Thread.State.TIMED_WAITING);
        stopped.countDown();
        await().until(() -> !stopping.isAlive());

        assertThat(batches).hasValue(1);
    }

    @Test
    void runAtTheirIntervalsUntilTheyAreStopped() {
        AtomicInteger runs = new AtomicInteger();
        Sweeps sweeps = sweeps(new Sweep() {
            @Override
            public Schedule schedule() {
                return new Schedule("rows", Duration.ofMillis(1), 1);
            }

            @Override
            public int sweep() {
                runs.incrementAndGet();
                return 0;
            }
        });

        sweeps.start();
        await().until(() -> runs.get() > 2);
        sweeps.stop();

        int stopped = runs.get();
        assertThat(sweeps.isRunning()).isFalse();
        assertThat(sweeps.tick("rows")).isZero();
        assertThat(runs).hasValue(stopped + 1);
    }

    /** Rows that are there until they are handled; those that are damaged fail with all of their batch. */
    private static class Table implements RowSweep<Integer> {

        final Set<Integer> rows = new TreeSet<>();
        final Set<Integer> damaged = new HashSet<>();
        final List<List<Integer>> handled = new ArrayList<>();
        RuntimeException failure = new IllegalStateException("a damaged row");

        Table(List<Integer> rows, Integer... damaged) {
            this.rows.addAll(rows);
            this.damaged.addAll(List.of(damaged));
        }

        @Override
        public Sweep.Schedule schedule() {
            return new Sweep.Schedule("rows", Duration.ofSeconds(7), 3);
        }

        @Override
        public List<Integer> find(int limit, Collection<Integer> except) {
            return rows.stream()
                    .filter(row -> !except.contains(row))
                    .limit(limit)
                    .toList();
        }

        @Override
        public int handle(List<Integer> keys) {
            if (!Collections.disjoint(keys, damaged)) {
                throw failure;
            }
            handled.add(keys);
            rows.removeAll(keys);
            return keys.size();
        }
    }

    @Test
    void handleTheRowsAroundADamagedOneAloneAndThoseBehindItTogether() {
        Table table = new Table(List.of(1, 2, 3, 4, 5, 6, 7), 2);
        Sweeps sweeps = sweeps(table);

        assertThat(sweeps.tick("rows")).isEqualTo(6);

        assertThat(table.handled).containsExactly(List.of(1), List.of(3), List.of(4, 5, 6), List.of(7));
        assertThat(failing()).isEqualTo(1);
        table.damaged.clear();
        await().until(() -> sweeps.tick("rows") == 1);
        assertThat(failing()).isZero();
    }

    /** Together with new ones it would fail them, too. */
    @Test
    void tryARowThatHasFailedBeforeAlone() {
        Table table = new Table(List.of(1), 1);
        Sweeps sweeps = sweeps(table);
        sweeps.tick();
        table.damaged.clear();

        await().until(() -> {
            table.rows.addAll(List.of(2, 3));
            sweeps.tick();
            return failing() == 0;
        });

        assertThat(table.handled).endsWith(List.of(2, 3), List.of(1));
    }

    @Test
    void goPastDamagedRowsThatFillABatch() {
        Table table = new Table(List.of(1, 2, 3, 4, 5, 6, 7), 1, 2, 3, 4);

        assertThat(sweeps(table).tick("rows")).isEqualTo(3);

        assertThat(failing()).isEqualTo(4);
    }

    @Test
    void goPastRowsThatAnotherSessionKeepsAndTryThemAgain() {
        Table table = new Table(List.of(1, 2, 3, 4, 5, 6, 7), 1, 2, 3);
        table.failure = new CannotAcquireLockException("another session keeps the row");
        Sweeps sweeps = sweeps(table);

        assertThat(sweeps.tick("rows")).isEqualTo(4);

        table.damaged.clear();
        await().until(() -> sweeps.tick("rows") == 3);
    }

    @Test
    void forgetADamagedRowThatIsNotThereAnyMore() {
        Table table = new Table(List.of(1), 1);
        Sweeps sweeps = sweeps(table);
        sweeps.tick();
        assertThat(failing()).isEqualTo(1);

        table.rows.clear();

        await().until(() -> {
            sweeps.tick();
            return failing() == 0;
        });
    }

    @Test
    void leaveAllRowsToTheNextRunWithoutADatabase() {
        Table table = new Table(List.of(1, 2)) {
            @Override
            public int handle(List<Integer> keys) {
                throw new CannotCreateTransactionException("no connection");
            }
        };

        assertThat(sweeps(table).tick("rows")).isZero();

        assertThat(failing()).isZero();
        assertThat(meters.counter("sweeps.failed", "sweep", "rows").count()).isEqualTo(1);
    }

    private double failing() {
        return meters.get("sweeps.rows.failing").tag("sweep", "rows").gauge().value();
    }

    @Test
    void areWokenByWhatIsPublishedUnlessTheyNameSomethingElse() {
        Activity activity = new Activity();
        WakeUp own = new WakeUp();
        Resting anyTime = new Resting("any time", null);
        Resting ownTime = new Resting("own time", own);
        Sweeps sweeps = new Sweeps(List.of(anyTime, ownTime), List.of(), transactions, heartbeats, meters, activity);
        sweeps.start();
        try {
            anyTime.awaitRest();
            ownTime.awaitRest();

            activity.now();

            int ofOwnTime = ownTime.runs.get();
            anyTime.awaitManyRuns();
            assertThat(ownTime.runs.get()).isLessThanOrEqualTo(ofOwnTime + 1);
            own.now();
            ownTime.awaitManyRuns();
        } finally {
            sweeps.stop();
        }
    }

    /** Finds nothing. */
    private record Resting(String rows, @Nullable WakeUp wokenBy, AtomicInteger runs, AtomicLong last)
            implements Sweep {

        Resting(String rows, @Nullable WakeUp wokenBy) {
            this(rows, wokenBy, new AtomicInteger(), new AtomicLong(System.nanoTime()));
        }

        @Override
        public Schedule schedule() {
            return new Schedule(rows, Duration.ofMillis(10), 3);
        }

        @Override
        public int sweep() {
            runs.incrementAndGet();
            last.set(System.nanoTime());
            return 0;
        }

        void awaitRest() {
            await().until(() -> System.nanoTime() - last.get() > 2_000_000_000L);
        }

        /** More than there are at rest within the time that is waited for. */
        void awaitManyRuns() {
            int before = runs.get();
            await().until(() -> runs.get() > before + 6);
        }
    }

    private Sweeps sweeps(RowSweep<?> sweep) {
        return new Sweeps(List.of(), List.of(sweep), transactions, heartbeats, meters, new Activity());
    }

    private Sweeps sweeps(Sweep... sweeps) {
        return new Sweeps(List.of(sweeps), List.of(), transactions, heartbeats, meters, new Activity());
    }
}

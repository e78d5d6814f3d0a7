package dev.layeredsaga.messaging.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.scheduling.config.FixedDelayTask;
import org.springframework.scheduling.config.ScheduledTaskRegistrar;
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

    /** Finds as many rows in each batch as it is told; fails where that is negative. */
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
    void runAtTheirIntervalsFirstAfterOne() {
        ScheduledTaskRegistrar registrar = new ScheduledTaskRegistrar();

        sweeps(new Scripted("rows")).configureTasks(registrar);

        assertThat(registrar.getFixedDelayTaskList()).singleElement().satisfies(task -> {
            FixedDelayTask fixed = (FixedDelayTask) task;
            assertThat(fixed.getIntervalDuration()).isEqualTo(Duration.ofSeconds(7));
            assertThat(fixed.getInitialDelayDuration()).isEqualTo(Duration.ofSeconds(7));
        });
    }

    private Sweeps sweeps(Sweep... sweeps) {
        return new Sweeps(List.of(sweeps), transactions, heartbeats, meters);
    }
}

package dev.layeredsaga.testbed.bench.engine;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.serializer.Serializer;
import com.github.kagkarlsson.scheduler.task.CompletionHandler.OnCompleteRemove;
import com.github.kagkarlsson.scheduler.task.CompletionHandler.OnCompleteReplace;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.CustomTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import dev.layeredsaga.testbed.infrastructure.postgres.PostgresServer;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * db-scheduler, one task per step, with the best settings that we found: it locks and fetches in batches, executes new tasks
 * immediately, and replaces a task by the next step's in one statement. Each step is a single statement in a transaction of its
 * own. There is no inbox: a step is executed twice if a crash prevents its replacement.
 */
final class DbScheduler extends WithoutEngine {

    private static final int THREADS = 32;

    private static final TaskDescriptor<Integer> RESERVE = TaskDescriptor.of("reserve", Integer.class);
    private static final TaskDescriptor<Integer> PAY = TaskDescriptor.of("pay", Integer.class);
    private static final TaskDescriptor<Integer> CONFIRM = TaskDescriptor.of("confirm", Integer.class);

    private static final String CONFIRM_AND_COMPLETE =
            "WITH saga AS (UPDATE saga_state SET step = '%s' WHERE id = ?) %s".formatted(COMPLETED, CONFIRM_ITEM);

    private static final String TABLE = """
            CREATE TABLE scheduled_tasks (
              task_name            text NOT NULL,
              task_instance        text NOT NULL,
              task_data            bytea,
              execution_time       timestamptz NOT NULL,
              picked               boolean NOT NULL,
              picked_by            text,
              last_success         timestamptz,
              last_failure         timestamptz,
              consecutive_failures int,
              last_heartbeat       timestamptz,
              version              bigint NOT NULL,
              priority             smallint,
              PRIMARY KEY (task_name, task_instance)
            );
            CREATE INDEX execution_time_idx ON scheduled_tasks (execution_time);
            CREATE INDEX last_heartbeat_idx ON scheduled_tasks (last_heartbeat)""";

    private final TransactionTemplate transaction;
    private @Nullable Scheduler scheduler;
    private @Nullable Gathering gathering;
    private Completion completion = purchase -> {};

    DbScheduler(PostgresServer postgres) {
        // one per thread, plus those that fetch, begin sagas and do housekeeping
        super(postgres, "db_scheduler", THREADS + 4);
        this.transaction = new TransactionTemplate(new DataSourceTransactionManager(pool));
        jdbc.execute(TABLE);
    }

    @Override
    public String title() {
        return "db-scheduler";
    }

    @Override
    public void open(Completion notified) {
        completion = notified;
        Scheduler started = Scheduler.create(new TransactionAwareDataSourceProxy(pool), tasks())
                .threads(THREADS)
                .pollUsingLockAndFetch(0.5, 4.0)
                .pollingInterval(Duration.ofMillis(10))
                .enableImmediateExecution()
                .serializer(new ItemNumber())
                .build();
        started.start();
        scheduler = started;
        gathering = new Gathering(batch -> begin(started, batch));
    }

    private CustomTask<?>[] tasks() {
        return new CustomTask<?>[] {
            Tasks.custom(RESERVE).execute((task, context) -> {
                update(RESERVE_ITEM, task.getData());
                return new OnCompleteReplace<>(PAY, task.getData());
            }),
            Tasks.custom(PAY).execute((task, context) -> {
                update(TAKE_PAYMENT, UUID.fromString(task.getId()), Warehouse.PRICE);
                return new OnCompleteReplace<>(CONFIRM, task.getData());
            }),
            Tasks.custom(CONFIRM).execute((task, context) -> {
                UUID saga = UUID.fromString(task.getId());
                update(CONFIRM_AND_COMPLETE, saga, task.getData());
                completion.completed(new Purchase(saga, task.getData()));
                return new OnCompleteRemove<>();
            })
        };
    }

    /** Inserts a batch of sagas and their first tasks in one transaction. */
    private void begin(Scheduler started, List<Purchase> batch) {
        transaction.executeWithoutResult(status -> {
            jdbc.batchUpdate(
                    "INSERT INTO saga_state (id, item, step) VALUES (?, ?, 'begun')",
                    batch.stream()
                            .map(each -> new Object[] {each.id(), each.item()})
                            .toList());
            started.scheduleBatch(batch.stream().map(DbScheduler::reserve).toList(), Instant.now());
        });
        started.triggerCheckForDueExecutions();
    }

    private static TaskInstance<?> reserve(Purchase purchase) {
        return RESERVE.instance(purchase.id().toString()).data(purchase.item()).build();
    }

    @Override
    public void begin(Purchase purchase) {
        if (gathering != null) {
            gathering.add(purchase);
        }
    }

    @Override
    public void pause() {
        if (gathering != null) {
            gathering.close();
        }
        if (scheduler != null) {
            scheduler.stop();
        }
        gathering = null;
        scheduler = null;
    }

    /** Serializes to four bytes: Java's own serialization would cost more than the step. */
    private static final class ItemNumber implements Serializer {

        @Override
        public byte[] serialize(Object data) {
            return ByteBuffer.allocate(Integer.BYTES).putInt((Integer) data).array();
        }

        @Override
        public <T> T deserialize(Class<T> type, byte[] bytes) {
            return type.cast(ByteBuffer.wrap(bytes).getInt());
        }
    }
}

package dev.layeredsaga.messaging.outbox;

import dev.layeredsaga.messaging.outbox.OutboxSweep.SweepTables;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionOperations;

/** Gives stuck messages back to the outbox once their topic can be written to, oldest first, each target in order. */
final class StuckRetry {

    private static final Logger log = LoggerFactory.getLogger(StuckRetry.class);

    private static final int BATCH = 500;

    private static final Duration REPORT_INTERVAL = Duration.ofMinutes(1);

    private final SweepTables tables;
    private final OutboxTopics topics;
    private final TransactionOperations transaction;
    private long reported = System.nanoTime() - REPORT_INTERVAL.toNanos();

    StuckRetry(SweepTables tables, OutboxTopics topics, TransactionOperations transaction) {
        this.tables = tables;
        this.topics = topics;
        this.transaction = transaction;
    }

    /**
     * Makes rows for the sweep of what is due, in a transaction that is committed before these are sent.
     *
     * @return the time until there may be more to do; the interval if messages are stuck that are not due
     */
    Duration requeue(Duration interval) {
        topics.checkAvoided();
        List<String> all = tables.stuck().topics();
        if (all.isEmpty()) {
            return OutboxWorker.REST;
        }
        report();
        List<String> open =
                all.stream().filter(topic -> topics.obstacleOf(topic) == null).toList();
        Integer rows = transaction.execute(
                status -> tables.outbox().tryLockForSweep() ? tables.stuck().requeue(open, BATCH) : 0);
        return rows == null || rows == 0 ? interval : Duration.ZERO;
    }

    private void report() {
        if (System.nanoTime() - reported >= REPORT_INTERVAL.toNanos()) {
            reported = System.nanoTime();
            tables.stuck()
                    .summaries()
                    .forEach(topic -> log.warn(
                            "messages to {} are stuck, the oldest for {} s: {}",
                            topic.topic(),
                            topic.oldest().toSeconds(),
                            topic.reason()));
        }
    }
}

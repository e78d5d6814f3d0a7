package dev.layeredsaga.testbed.bench.outbox;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Runs a workload's transactions: each updates one row and publishes. */
final class Load {

    private final Workload workload;
    private final int run;
    private final Journal journal;
    private final JdbcTemplate jdbc;
    private final Publisher publisher;
    private final TransactionOperations transactions;

    Load(Workload workload, int run, Journal journal, Site site) {
        this.workload = workload;
        this.run = run;
        this.journal = journal;
        this.jdbc = site.jdbc();
        this.publisher = site.publisher();
        this.transactions = site.transactions();
    }

    /** Returns when the last transaction has been committed. */
    void run() throws InterruptedException, ExecutionException {
        try (ExecutorService threads = Executors.newFixedThreadPool(Workload.THREADS)) {
            List<Callable<Boolean>> parts = IntStream.range(0, Workload.THREADS)
                    .<Callable<Boolean>>mapToObj(thread -> () -> part(thread))
                    .toList();
            for (Future<Boolean> part : threads.invokeAll(parts)) {
                part.get();
            }
        }
    }

    private boolean part(int thread) {
        for (int i = 0; i < workload.transactionsPerThread(); i++) {
            List<Note> notes = workload.transaction(run, thread, i);
            transactions.executeWithoutResult(status -> transaction(notes));
        }
        return true;
    }

    private void transaction(List<Note> notes) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                journal.committed(notes);
            }
        });
        jdbc.update(
                "UPDATE account SET changes = changes + 1 WHERE id = ?",
                notes.getFirst().key());
        publisher.publish(notes);
    }
}

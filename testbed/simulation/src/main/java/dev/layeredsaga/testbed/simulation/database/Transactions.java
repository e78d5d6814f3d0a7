package dev.layeredsaga.testbed.simulation.database;

import dev.layeredsaga.testbed.simulation.database.Table.ConflictException;
import dev.layeredsaga.testbed.simulation.faults.Fault;
import dev.layeredsaga.testbed.simulation.world.SimulatedProcess;
import dev.layeredsaga.testbed.simulation.world.World;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Runs transactions, in which anything can happen between any two steps.
 *
 * @param committed what the process that has committed does next, such as sending what it has published
 */
public record Transactions(World world, SimulatedProcess process, Database database, Consumer<Transaction> committed) {

    private static final int LATENCY = 10;
    private static final long DOWN_FOR = 500;

    /** A transaction's end as far as the process knows. */
    public enum End {
        COMMITTED,
        /** Lost to a concurrent write. */
        CONFLICT,
        /** Not committed, or committed without the process's knowledge. */
        UNKNOWN,
        /** The work itself has failed. */
        FAILED
    }

    /**
     * Runs the work in a transaction of the process. Neither of the two ends is reached if the process dies.
     *
     * @param subject the order that it is about, or one of them
     * @param what for the trace
     */
    public void run(long subject, Supplier<String> what, Runnable work, Consumer<End> then) {
        if (database.isDown()) {
            world.trace().line(process, () -> "has no database for " + what.get());
            process.after(DOWN_FOR, () -> then.accept(End.UNKNOWN));
            return;
        }
        Transaction transaction;
        try {
            transaction = database.begin(process, work);
        } catch (ConflictException e) {
            world.trace().line(process, () -> "has a conflict in " + what.get() + ": " + e.getMessage());
            process.after(1, () -> then.accept(End.CONFLICT));
            return;
        } catch (RuntimeException e) {
            world.trace().line(process, () -> "fails in " + what.get() + ": " + e);
            process.after(1, () -> then.accept(End.FAILED));
            return;
        }
        process.after(latency(subject), () -> commit(transaction, subject, what, then));
    }

    private long latency(long subject) {
        return world.faults().strikes(Fault.SLOW_COMMIT, subject)
                ? world.chance().between(LATENCY, subject, 1_000, 8_000)
                : world.chance().between(LATENCY, subject, 1, 6);
    }

    private void commit(Transaction transaction, long subject, Supplier<String> what, Consumer<End> then) {
        if (process.dies(Fault.DIES_BEFORE_COMMIT, subject)) {
            return;
        }
        if (database.isDown()) {
            world.trace().line(process, () -> "loses its database in " + what.get());
            then.accept(End.UNKNOWN);
            return;
        }
        try {
            database.commit(transaction);
        } catch (ConflictException e) {
            world.trace().line(process, () -> "has a conflict in " + what.get() + ": " + e.getMessage());
            then.accept(End.CONFLICT);
            return;
        }
        world.trace().line(process, () -> "commits " + what.get());
        if (process.dies(Fault.DIES_AFTER_COMMIT, subject)) {
            return;
        }
        if (world.faults().strikes(Fault.COMMIT_UNKNOWN, subject)) {
            world.trace().line(process, () -> "IS NOT TOLD that it has committed");
            then.accept(End.UNKNOWN);
            return;
        }
        committed.accept(transaction);
        then.accept(End.COMMITTED);
    }
}

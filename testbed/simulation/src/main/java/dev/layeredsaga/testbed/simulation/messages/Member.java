package dev.layeredsaga.testbed.simulation.messages;

import dev.layeredsaga.testbed.simulation.database.Transactions;
import dev.layeredsaga.testbed.simulation.faults.Fault;
import dev.layeredsaga.testbed.simulation.messages.Group.Assigned;
import dev.layeredsaga.testbed.simulation.world.SimulatedProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** One instance in a consumer group: polls, has what it got handled, and acknowledges it. */
public final class Member {

    private static final int MOST = 100;
    private static final long POLL = 3;
    private static final long PAUSE_AFTER_FAILURE = 200;

    private final SimulatedProcess process;
    private final Broker broker;
    private final Transactions transactions;
    private final Handler handler;
    private List<Assigned> partitions = List.of();
    private @Nullable Group group;
    private final boolean hasty;
    private boolean busy;

    /** @param hasty for a simulation in which messages are acknowledged before they have been handled */
    public Member(SimulatedProcess process, Broker broker, Transactions transactions, Handler handler, boolean hasty) {
        this.hasty = hasty;
        this.process = process;
        this.broker = broker;
        this.transactions = transactions;
        this.handler = handler;
    }

    /** Handles a poll. */
    public interface Handler {

        /** @param then is told how many of them, from the first on, have been handled */
        void handle(List<Message> poll, IntConsumer then);
    }

    void joined(Group newGroup, List<Assigned> all) {
        group = newGroup;
        partitions = all;
        process.onStart(() -> {
            busy = false;
            newGroup.restarted(this);
            wake();
        });
    }

    SimulatedProcess process() {
        return process;
    }

    public void expel() {
        Objects.requireNonNull(group).expel(this);
    }

    void wake() {
        if (!busy && process.isAlive()) {
            busy = true;
            process.after(POLL, this::poll);
        }
    }

    private record Read(Assigned partition, int generation, int count) {}

    private void poll() {
        List<Message> messages = new ArrayList<>();
        List<Read> reads = new ArrayList<>();
        if (!broker.isDown()) {
            for (Assigned partition : partitions) {
                int count = partition.isOf(this) ? Math.min(partition.unread(), MOST - messages.size()) : 0;
                for (int i = 0; i < count; i++) {
                    messages.add(partition.at(i));
                }
                if (count > 0) {
                    reads.add(new Read(partition, partition.generation(), count));
                }
            }
        }
        if (messages.isEmpty()) {
            busy = false;
            if (broker.isDown()) {
                process.after(PAUSE_AFTER_FAILURE, this::wake);
            }
        } else {
            if (hasty) {
                reads.forEach(read -> {
                    read.partition().handled(read.count(), read.generation());
                    read.partition().acknowledge(read.generation());
                    read.partition().handled(-read.count(), read.generation());
                });
            }
            handler.handle(messages, handled -> handled(messages, reads, handled));
        }
    }

    private void handled(List<Message> messages, List<Read> reads, int handled) {
        int left = handled;
        for (Read read : reads) {
            int count = Math.min(read.count(), left);
            read.partition().handled(count, read.generation());
            left -= count;
        }
        if (transactions.dies(
                Fault.DIES_BEFORE_ACKNOWLEDGEMENT, process, messages.getFirst().order())) {
            return;
        }
        reads.forEach(read -> read.partition().acknowledge(read.generation()));
        process.after(handled == messages.size() ? POLL : PAUSE_AFTER_FAILURE, this::poll);
    }
}

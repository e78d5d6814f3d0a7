package dev.layeredsaga.testbed.simulation.messages;

import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.testbed.simulation.database.Database;
import dev.layeredsaga.testbed.simulation.database.Transaction.OutboxRow;
import dev.layeredsaga.testbed.simulation.faults.Fault;
import dev.layeredsaga.testbed.simulation.world.Ids;
import dev.layeredsaga.testbed.simulation.world.SimulatedProcess;
import dev.layeredsaga.testbed.simulation.world.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sends what one process has published: from memory after the commit, unless this process has not sent something of the same keys
 * yet, or, for what is to be sent after others, another one has not; and what a crash or an outage has left, by a sweep.
 */
public final class Relay {

    private static final int LATENCY = 21;
    private static final long SWEEP_EVERY = 2_000;
    private static final long SWEEP_AGE = 2_000;
    private static final long LONGEST_WAIT = SWEEP_AGE / 2;
    private static final long ASK_AGAIN = 5;

    private final World world;
    private final SimulatedProcess process;
    private final Database database;
    private final Broker broker;
    private final Set<String> bugs;
    private final Set<Long> inFlight = new HashSet<>();

    /** @param bugs the protections that are taken out */
    public Relay(World world, SimulatedProcess process, Database database, Broker broker, Set<String> bugs) {
        this.bugs = bugs;
        this.world = world;
        this.process = process;
        this.database = database;
        this.broker = broker;
        process.onStart(inFlight::clear);
        process.every(SWEEP_EVERY, this::sweep);
    }

    /** Sends it from memory. */
    public void committed(@Nullable OutboxRow row) {
        if (row != null) {
            process.after(1, () -> sendInTurn(row));
        }
    }

    private void sendInTurn(OutboxRow row) {
        boolean afterOthers =
                !bugs.contains("others-overtaken") && row.messages().stream().anyMatch(OutgoingMessage::afterOthers);
        if (!database.hasUnsentBefore(row, afterOthers)) {
            send(List.of(row));
        } else if (world.time().now() - row.storedAt() < LONGEST_WAIT) {
            process.after(ASK_AGAIN, () -> sendInTurn(row));
        }
    }

    private void sweep() {
        Set<String> before = new HashSet<>();
        List<OutboxRow> left = new ArrayList<>();
        for (OutboxRow row : database.outbox().values()) {
            boolean old = world.time().now() - row.storedAt() >= SWEEP_AGE;
            if (old && !inFlight.contains(row.id()) && Collections.disjoint(row.keys(), before)) {
                left.add(row);
            } else {
                before.addAll(row.keys());
            }
        }
        if (!left.isEmpty() && !database.isDown() && !broker.isDown()) {
            world.trace().line(process, () -> "sweeps up " + left.size() + " rows of the outbox");
            send(left);
        }
    }

    private void send(List<OutboxRow> rows) {
        rows.forEach(row -> inFlight.add(row.id()));
        if (bugs.contains("outbox-forgets")) {
            rows.forEach(row -> database.delete(row));
        }
        long subject = Ids.numberOf(rows.getFirst().messages().getFirst().key());
        long latency = world.faults().strikes(Fault.LATE, subject)
                ? world.chance().between(LATENCY, subject, 1_000, 25_000)
                : world.chance().between(LATENCY, subject, 1, 8);
        process.after(latency, () -> arrive(rows, subject));
    }

    private void arrive(List<OutboxRow> rows, long subject) {
        if (broker.isDown()) {
            rows.forEach(row -> inFlight.remove(row.id()));
            return;
        }
        rows.forEach(this::append);
        if (process.dies(Fault.DIES_AFTER_SEND, subject)) {
            return;
        }
        process.after(
                1,
                () -> rows.forEach(row -> {
                    if (!database.isDown()) {
                        database.delete(row);
                    }
                    inFlight.remove(row.id());
                }));
    }

    private void append(OutboxRow row) {
        for (int i = 0; i < row.messages().size(); i++) {
            OutgoingMessage message = row.messages().get(i);
            broker.append(new Message(
                    database + ":" + row.idOf(i),
                    message.topic(),
                    message.key(),
                    Ids.numberOf(message.key()),
                    message.payload()));
        }
    }
}

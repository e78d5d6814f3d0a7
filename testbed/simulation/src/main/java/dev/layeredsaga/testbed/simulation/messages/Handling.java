package dev.layeredsaga.testbed.simulation.messages;

import dev.layeredsaga.testbed.simulation.database.Database;
import dev.layeredsaga.testbed.simulation.database.Transactions.End;
import dev.layeredsaga.testbed.simulation.faults.Fault;
import dev.layeredsaga.testbed.simulation.faults.Faults;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Handles a poll as the project's consumers do: in one transaction, as if all of it were new; if that fails, without what has been
 * handled before; if that fails, too, one by one. A message that fails alone is held, with the later ones of its key behind it.
 *
 * @param consumer the name in the inbox
 * @param held of all the consumer's instances
 */
public record Handling(
        String consumer,
        Database database,
        HeldMessages held,
        Faults faults,
        Runner runner,
        Consumer<List<Message>> work)
        implements Member.Handler {

    /** So often a message that cannot be handled fails before it can. */
    private static final int FAILURES = 12;

    /** Runs work in a transaction, with what belongs around it. */
    public interface Runner {

        void run(List<Message> messages, Runnable work, Consumer<End> then);
    }

    @Override
    public void handle(List<Message> poll, IntConsumer then) {
        runner.run(poll, () -> admit(poll), end -> {
            if (end == End.COMMITTED) {
                then.accept(poll.size());
            } else {
                handleFresh(poll, then);
            }
        });
    }

    private void handleFresh(List<Message> poll, IntConsumer then) {
        runner.run(poll, () -> admit(fresh(poll)), end -> {
            if (end == End.COMMITTED) {
                then.accept(poll.size());
            } else {
                oneByOne(poll, 0, then);
            }
        });
    }

    private void oneByOne(List<Message> poll, int index, IntConsumer then) {
        if (index == poll.size()) {
            then.accept(index);
            return;
        }
        List<Message> one = List.of(poll.get(index));
        runner.run(one, () -> admit(fresh(one)), end -> {
            switch (end) {
                case COMMITTED -> oneByOne(poll, index + 1, then);
                case FAILED -> hold(poll, index, then);
                case CONFLICT, UNKNOWN -> then.accept(index);
            }
        });
    }

    private void hold(List<Message> poll, int index, IntConsumer then) {
        Message message = poll.get(index);
        runner.run(List.of(message), () -> held.hold(message), end -> {
            if (end == End.COMMITTED) {
                oneByOne(poll, index + 1, then);
            } else {
                then.accept(index);
            }
        });
    }

    /** Tries the first held message of each key. */
    public void retryHeld() {
        for (Message message : held.heads()) {
            List<Message> one = List.of(message);
            runner.run(
                    one,
                    () -> {
                        handleNow(fresh(one));
                        held.release(message);
                    },
                    end -> {});
        }
    }

    private List<Message> fresh(List<Message> messages) {
        List<Message> fresh = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        for (Message message : messages) {
            if (!database.hasHandled(consumer, message.id()) && !ids.contains(message.id())) {
                ids.add(message.id());
                fresh.add(message);
            }
        }
        return fresh;
    }

    private void admit(List<Message> messages) {
        List<Message> now = new ArrayList<>();
        for (Message message : messages) {
            if (held.holdsKeyOf(message)) {
                held.hold(message);
            } else {
                now.add(message);
            }
        }
        handleNow(now);
    }

    private void handleNow(List<Message> messages) {
        if (!messages.isEmpty()) {
            messages.forEach(this::requireHandleable);
            database.admitAsNew(consumer, messages.stream().map(Message::id).toList());
            work.accept(messages);
        }
    }

    /** @throws IllegalStateException if the message cannot be handled yet */
    private void requireHandleable(Message message) {
        int failures = faults.strikes(Fault.MESSAGE_FAILS, message.order()) ? FAILURES : 0;
        if (held.fails(message, failures)) {
            throw new IllegalStateException("cannot be handled now: " + message);
        }
    }
}

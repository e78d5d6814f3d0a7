package dev.layeredsaga.testbed.simulation.messages;

import dev.layeredsaga.testbed.simulation.database.Database;
import dev.layeredsaga.testbed.simulation.database.Transactions.End;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Handles a poll as the project's consumers do: in one transaction, as if all of it were new; if that fails, without what has been
 * handled before; if that fails, too, one by one.
 */
public final class Handling implements Member.Handler {

    private final String consumer;
    private final Database database;
    private final Runner runner;
    private final Consumer<List<Message>> work;

    /** @param consumer the name in the inbox */
    public Handling(String consumer, Database database, Runner runner, Consumer<List<Message>> work) {
        this.consumer = consumer;
        this.database = database;
        this.runner = runner;
        this.work = work;
    }

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
            if (end == End.COMMITTED) {
                oneByOne(poll, index + 1, then);
            } else {
                then.accept(index);
            }
        });
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
        if (!messages.isEmpty()) {
            database.admitAsNew(consumer, messages.stream().map(Message::id).toList());
            work.accept(messages);
        }
    }
}

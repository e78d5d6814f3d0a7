package dev.layeredsaga.testbed.simulation.messages;

import dev.layeredsaga.testbed.simulation.faults.Fault;
import dev.layeredsaga.testbed.simulation.world.SimulatedProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** One instance in a consumer group: polls, has what it got handled, and acknowledges it. */
public final class Member {

    private static final int MOST = 100;
    private static final long POLL = 3;
    private static final long PAUSE_AFTER_FAILURE = 200;

    private final SimulatedProcess process;
    private final Broker broker;
    private final Handler handler;
    private List<Partition> partitions = List.of();
    private int number;
    private Runnable expulsion = () -> {};
    private final boolean hasty;
    private boolean busy;

    /** @param hasty for a simulation in which messages are acknowledged before they have been handled */
    public Member(SimulatedProcess process, Broker broker, Handler handler, boolean hasty) {
        this.hasty = hasty;
        this.process = process;
        this.broker = broker;
        this.handler = handler;
    }

    /** Handles a poll. */
    public interface Handler {

        /** @param then receives how many of them, from the first on, have been handled */
        void handle(List<Message> poll, IntConsumer then);
    }

    /**
     * Notes what a group has.
     *
     * @param inGroup this member's number
     * @param expelled takes its partitions away
     */
    void joined(int inGroup, List<Partition> all, Runnable expelled) {
        number = inGroup;
        partitions = all;
        expulsion = expelled;
    }

    /** Forgets a poll that has died with the process. */
    void restarted() {
        busy = false;
    }

    SimulatedProcess process() {
        return process;
    }

    /** Loses its partitions, as a process does that freezes for longer than its session, and does not know. */
    public void expel() {
        expulsion.run();
    }

    void wake() {
        if (!busy && process.isAlive()) {
            busy = true;
            process.after(POLL, this::poll);
        }
    }

    private record Read(Partition partition, int generation, int count) {}

    private void poll() {
        List<Message> messages = new ArrayList<>();
        List<Read> reads = new ArrayList<>();
        if (!broker.isDown()) {
            for (Partition partition : partitions) {
                int count = partition.isOf(number) ? Math.min(partition.unread(), MOST - messages.size()) : 0;
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
        if (process.dies(Fault.DIES_BEFORE_ACKNOWLEDGEMENT, messages.getFirst().order())) {
            return;
        }
        reads.forEach(read -> read.partition().acknowledge(read.generation()));
        process.after(handled == messages.size() ? POLL : PAUSE_AFTER_FAILURE, this::poll);
    }

    /** One partition of a topic as a consumer group sees it. */
    static final class Partition {

        private final String topic;
        private final int number;
        private final List<Message> messages;
        private int owner;
        private int generation;
        private int committed;
        private int position;

        Partition(String topic, int number, List<Message> messages) {
            this.topic = topic;
            this.number = number;
            this.messages = messages;
        }

        String topic() {
            return topic;
        }

        int number() {
            return number;
        }

        /** Returns the number of the member that has it. */
        int owner() {
            return owner;
        }

        boolean isOf(int member) {
            return owner == member;
        }

        int generation() {
            return generation;
        }

        /** Returns how many have not been read. */
        int unread() {
            return messages.size() - position;
        }

        Message at(int index) {
            return messages.get(position + index);
        }

        /** Advances the position if the generation is current. */
        void handled(int count, int inGeneration) {
            if (inGeneration == generation) {
                position += count;
            }
        }

        /** Commits the position at which the next owner starts. */
        void acknowledge(int inGeneration) {
            if (inGeneration == generation) {
                committed = position;
            }
        }

        void assign(int newOwner) {
            owner = newOwner;
            generation++;
            position = committed;
        }
    }
}

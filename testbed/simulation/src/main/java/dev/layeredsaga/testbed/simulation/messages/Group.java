package dev.layeredsaga.testbed.simulation.messages;

import dev.layeredsaga.testbed.simulation.world.World;
import java.util.ArrayList;
import java.util.List;

/** A consumer group: which instance has which partition, and how far each has been read. */
public final class Group {

    private static final long SESSION_TIMEOUT = 9_000;
    private static final long JOINING = 1_500;

    private final World world;
    private final Broker broker;
    private final List<String> topics;
    private final List<Member> members = new ArrayList<>();
    private final List<Assigned> partitions = new ArrayList<>();

    public Group(World world, Broker broker, List<String> topics) {
        this.world = world;
        this.broker = broker;
        this.topics = topics;
        for (String topic : topics) {
            for (int number = 0; number < Broker.PARTITIONS; number++) {
                partitions.add(new Assigned(topic, number));
            }
        }
        broker.join(this, topics);
    }

    /** One partition as this group sees it. */
    final class Assigned {

        private final String topic;
        private final int number;
        private final List<Message> messages;
        private int owner;
        private int generation;
        private int committed;
        private int position;

        Assigned(String topic, int number) {
            this.topic = topic;
            this.number = number;
            this.messages = broker.partition(topic, number);
        }

        boolean isOf(Member member) {
            return members.get(owner) == member;
        }

        int generation() {
            return generation;
        }

        /** Up to so many that have not been read, as positions. */
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

        private void assign(int newOwner) {
            owner = newOwner;
            generation++;
            position = committed;
        }
    }

    public void add(Member member) {
        members.add(member);
        member.joined(this, partitions);
        member.process().onDeath(() -> world.time().after(SESSION_TIMEOUT, this::assign));
        member.process().onStart(() -> world.time().after(JOINING, this::assign));
        assign();
    }

    /** Anew, among those that live. What has not been acknowledged is read again. */
    private void assign() {
        boolean changed = false;
        for (Assigned partition : partitions) {
            int wanted = wanted(partition);
            if (partition.owner != wanted || partition.generation == 0) {
                partition.assign(wanted);
                changed = true;
            }
        }
        if (changed) {
            world.trace().line("broker", () -> "assigns the partitions of " + topics);
            members.forEach(Member::wake);
        }
    }

    /** The preferred instance, if it lives, or the next that does. A restarted one has nothing of what it had. */
    private int wanted(Assigned partition) {
        for (int i = 0; i < members.size(); i++) {
            int candidate = (partition.number + i) % members.size();
            if (members.get(candidate).process().isAlive()) {
                return candidate;
            }
        }
        return partition.owner;
    }

    /** A process that freezes for longer than its session loses its partitions, and does not know. */
    public void expel(Member member) {
        for (Assigned partition : partitions) {
            if (partition.isOf(member)) {
                partition.assign((partition.owner + 1) % members.size());
            }
        }
        members.forEach(Member::wake);
        world.time().after(JOINING * 10, this::assign);
    }

    void restarted(Member member) {
        for (Assigned partition : partitions) {
            if (partition.isOf(member)) {
                partition.assign(partition.owner);
            }
        }
    }

    void arrived(String topic, int number) {
        for (Assigned partition : partitions) {
            if (partition.number == number && partition.topic.equals(topic)) {
                members.get(partition.owner).wake();
            }
        }
    }
}

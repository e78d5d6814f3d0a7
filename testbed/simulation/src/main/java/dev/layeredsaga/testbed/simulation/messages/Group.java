package dev.layeredsaga.testbed.simulation.messages;

import dev.layeredsaga.testbed.simulation.messages.Member.Partition;
import dev.layeredsaga.testbed.simulation.world.World;
import java.util.ArrayList;
import java.util.List;

/** A consumer group: which instance has which partition, and how far each has been read. */
public final class Group {

    private static final long SESSION_TIMEOUT = 9_000;
    private static final long JOINING = 1_500;

    private final World world;
    private final List<String> topics;
    private final List<Member> members = new ArrayList<>();
    private final List<Partition> partitions = new ArrayList<>();

    public Group(World world, Broker broker, List<String> topics) {
        this.world = world;
        this.topics = topics;
        for (String topic : topics) {
            broker.read(topic, number -> arrived(topic, number));
            for (int number = 0; number < Broker.PARTITIONS; number++) {
                partitions.add(new Partition(topic, number, broker.partition(topic, number)));
            }
        }
    }

    public void add(Member member) {
        int number = members.size();
        members.add(member);
        member.joined(number, partitions, () -> expel(number));
        member.process().onStart(() -> {
            member.restarted();
            restarted(number);
            member.wake();
        });
        member.process().onDeath(() -> world.time().after(SESSION_TIMEOUT, this::assign));
        member.process().onStart(() -> world.time().after(JOINING, this::assign));
        assign();
    }

    /** Anew, among those that live. What has not been acknowledged is read again. */
    private void assign() {
        boolean changed = false;
        for (Partition partition : partitions) {
            int wanted = wanted(partition);
            if (!partition.isOf(wanted) || partition.generation() == 0) {
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
    private int wanted(Partition partition) {
        for (int i = 0; i < members.size(); i++) {
            int candidate = (partition.number() + i) % members.size();
            if (members.get(candidate).process().isAlive()) {
                return candidate;
            }
        }
        return partition.owner();
    }

    /** A process that freezes for longer than its session loses its partitions, and does not know. */
    private void expel(int member) {
        for (Partition partition : partitions) {
            if (partition.isOf(member)) {
                partition.assign((partition.owner() + 1) % members.size());
            }
        }
        members.forEach(Member::wake);
        world.time().after(JOINING * 10, this::assign);
    }

    private void restarted(int member) {
        for (Partition partition : partitions) {
            if (partition.isOf(member)) {
                partition.assign(partition.owner());
            }
        }
    }

    private void arrived(String topic, int number) {
        for (Partition partition : partitions) {
            if (partition.number() == number && partition.topic().equals(topic)) {
                members.get(partition.owner()).wake();
            }
        }
    }
}

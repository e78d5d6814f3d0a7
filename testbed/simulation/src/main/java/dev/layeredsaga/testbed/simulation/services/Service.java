package dev.layeredsaga.testbed.simulation.services;

import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.testbed.simulation.database.Database;
import dev.layeredsaga.testbed.simulation.database.Transactions;
import dev.layeredsaga.testbed.simulation.messages.Broker;
import dev.layeredsaga.testbed.simulation.messages.Group;
import dev.layeredsaga.testbed.simulation.messages.Handling;
import dev.layeredsaga.testbed.simulation.messages.HeldMessages;
import dev.layeredsaga.testbed.simulation.messages.Member;
import dev.layeredsaga.testbed.simulation.messages.Message;
import dev.layeredsaga.testbed.simulation.messages.Relay;
import dev.layeredsaga.testbed.simulation.world.Ids;
import dev.layeredsaga.testbed.simulation.world.SimulatedProcess;
import dev.layeredsaga.testbed.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** One service: a database, and two processes that consume the same topics. */
final class Service {

    private static final int INSTANCES = 2;
    private static final long HELD_INTERVAL = 500;

    private final String name;
    private final World world;
    private final Broker broker;
    private final Database database;
    private final HeldMessages held;
    private final Set<String> bugs;
    private final List<Instance> instances = new ArrayList<>();

    Service(String name, World world, Broker broker, Set<String> bugs) {
        this.name = name;
        this.world = world;
        this.broker = broker;
        this.bugs = bugs;
        this.database = new Database(name + "-db", world);
        this.held = new HeldMessages(database, bugs.contains("held-forgotten"));
        if (bugs.contains("inbox-ignored")) {
            database.ignoreInbox();
        }
        for (int i = 1; i <= INSTANCES; i++) {
            instances.add(instance(name + "-" + i));
        }
    }

    /** One of its processes, and what that writes and sends with. */
    record Instance(SimulatedProcess process, Transactions transactions, List<Member> members) {}

    private Instance instance(String instanceName) {
        SimulatedProcess process = world.process(instanceName);
        Relay relay = new Relay(world, process, database, broker, bugs);
        Transactions transactions =
                new Transactions(world, process, database, transaction -> relay.committed(transaction.outboxRow()));
        return new Instance(process, transactions, new ArrayList<>());
    }

    Database database() {
        return database;
    }

    HeldMessages held() {
        return held;
    }

    List<Instance> instances() {
        return instances;
    }

    /** Creates an instance's runner of message-handling transactions. */
    interface Runners {
        Handling.Runner of(Instance instance);
    }

    void consume(List<String> topics, Runners runners, java.util.function.Consumer<List<Message>> work) {
        Group group = new Group(world, broker, topics);
        for (Instance instance : instances) {
            Handling handling = new Handling(name, database, held, world.faults(), runners.of(instance), work);
            Member member = new Member(instance.process(), broker, handling, bugs.contains("acknowledged-early"));
            instance.members().add(member);
            instance.process().every(HELD_INTERVAL, handling::retryHeld);
            group.add(member);
        }
    }

    /** In a plain transaction. */
    static Handling.Runner plain(Instance instance) {
        return (messages, work, then) ->
                instance.transactions().run(messages.getFirst().order(), messages::toString, work, then);
    }

    /** With the current transaction. */
    void publish(OutgoingMessage message) {
        if (bugs.contains("sent-before-commit")) {
            broker.append(new Message(
                    "early-" + world.chance().occurrence(99, 0),
                    message.topic(),
                    message.key(),
                    Ids.numberOf(message.key()),
                    message.payload()));
        } else {
            database.current().publish(message);
        }
    }
}

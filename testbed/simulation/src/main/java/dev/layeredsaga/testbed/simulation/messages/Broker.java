package dev.layeredsaga.testbed.simulation.messages;

import dev.layeredsaga.contract.order.OrderCancellationRequested;
import dev.layeredsaga.contract.order.OrderPlaced;
import dev.layeredsaga.contract.saga.SagaCommand;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.testbed.simulation.faults.Fault;
import dev.layeredsaga.testbed.simulation.world.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A simulated Kafka: topics with partitions, by key. It loses messages, and has them twice. */
public final class Broker {

    static final int PARTITIONS = 4;

    private static final int DELAY = 20;

    private final World world;
    private final Map<String, List<List<Message>>> topics = new HashMap<>();
    private final List<Consumer<Message>> observers = new ArrayList<>();
    private final Map<String, List<IntConsumer>> readers = new HashMap<>();
    private boolean down;

    public Broker(World world) {
        this.world = world;
    }

    public void down(boolean isDown) {
        down = isDown;
        world.trace().line("broker", () -> isDown ? "DOWN" : "up again");
    }

    public boolean isDown() {
        return down;
    }

    /** Adds an observer of every message that is in a topic from now on. */
    public void observe(Consumer<Message> observer) {
        observers.add(observer);
    }

    /** @param arrived receives the number of a partition with something new */
    void read(String topic, IntConsumer arrived) {
        readers.computeIfAbsent(topic, first -> new ArrayList<>()).add(arrived);
    }

    List<Message> partition(String topic, int number) {
        return topics.computeIfAbsent(topic, first -> {
                    List<List<Message>> partitions = new ArrayList<>();
                    for (int i = 0; i < PARTITIONS; i++) {
                        partitions.add(new ArrayList<>());
                    }
                    return partitions;
                })
                .get(number);
    }

    /** Returns all that is in the topic, those of a key in their order. */
    public Stream<Message> past(String topic) {
        return IntStream.range(0, PARTITIONS).boxed().flatMap(number -> partition(topic, number).stream());
    }

    /** The number of messages in each partition of a topic. */
    public record Positions(List<Integer> ofPartitions) {}

    public Positions positions(String topic) {
        return new Positions(IntStream.range(0, PARTITIONS)
                .map(number -> partition(topic, number).size())
                .boxed()
                .toList());
    }

    /** Returns what has come into the topic since, those of a key in their order. */
    public Stream<Message> past(String topic, Positions since) {
        return IntStream.range(0, PARTITIONS)
                .boxed()
                .flatMap(number -> partition(topic, number).stream()
                        .skip(since.ofPartitions().get(number)));
    }

    /** Takes a message, and acknowledges it, which does not mean that anybody will get it. */
    public void append(Message message) {
        boolean losable = isLosable(message.payload());
        if (losable && world.faults().strikes(Fault.LOST, message.order())) {
            world.trace().line("broker", () -> "LOSES " + message);
            return;
        }
        if (losable && world.faults().strikes(Fault.OVERTAKEN, message.order())) {
            deliverLater(message, "has at last ");
        } else {
            deliver(message);
        }
        if (world.faults().strikes(Fault.DUPLICATE, message.order())) {
            deliverLater(message, "has a second time ");
        }
    }

    /** Returns true for messages whose loss is detected, and on whose order none relies: a saga asks again, an order is placed again. */
    private static boolean isLosable(Object payload) {
        return payload instanceof SagaCommand
                || payload instanceof SagaReply
                || payload instanceof OrderPlaced
                || payload instanceof OrderCancellationRequested;
    }

    private void deliverLater(Message message, String how) {
        long later = world.chance().between(DELAY, message.order(), 1, 90_000);
        world.time().after(later, () -> {
            world.trace().line("broker", () -> how + message);
            deliver(message);
        });
    }

    private void deliver(Message message) {
        int number = (int) (Math.abs(message.order() * 31) % PARTITIONS);
        partition(message.topic(), number).add(message);
        observers.forEach(observer -> observer.accept(message));
        readers.getOrDefault(message.topic(), List.of()).forEach(arrived -> arrived.accept(number));
    }
}

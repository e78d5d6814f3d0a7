package dev.layeredsaga.testbed.simulation.services;

import dev.layeredsaga.inventory.item.ClaimPolicy;
import dev.layeredsaga.inventory.item.Item;
import dev.layeredsaga.testbed.simulation.database.Database;
import dev.layeredsaga.testbed.simulation.database.Transaction;
import dev.layeredsaga.testbed.simulation.faults.Fault;
import dev.layeredsaga.testbed.simulation.faults.Fault.FaultId;
import dev.layeredsaga.testbed.simulation.gateway.SimulatedGateway;
import dev.layeredsaga.testbed.simulation.messages.Broker;
import dev.layeredsaga.testbed.simulation.messages.Member;
import dev.layeredsaga.testbed.simulation.services.Service.Instance;
import dev.layeredsaga.testbed.simulation.world.Chance;
import dev.layeredsaga.testbed.simulation.world.SimulatedProcess;
import dev.layeredsaga.testbed.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;

/** All services of one world, with what they share, their customers, and the faults that are planned for them. */
public final class Town {

    private static final int ITEMS = 15;
    private static final int PLANS = 16;
    private static final int RESTORES = 17;
    private static final long SESSION_TIMEOUT = 9_000;

    private final World world;
    private final Broker broker;
    private final SimulatedGateway gateway;
    private final SimulatedOrders orders;
    private final SimulatedOrchestrator orchestrator;
    private final SimulatedInventory inventory;
    private final Customers customers;

    public Town(World world, Set<String> bugs) {
        this.world = world;
        this.broker = new Broker(world);
        this.gateway = new SimulatedGateway(world);
        this.orders = new SimulatedOrders(world, broker, bugs);
        this.orchestrator = new SimulatedOrchestrator(world, broker, gateway, bugs);
        this.inventory = new SimulatedInventory(world, broker, bugs);
        gateway.webhookTo(orchestrator::notified);
        this.customers = new Customers(world, orders, inventory, stock());
    }

    private List<String> stock() {
        List<String> skus = new ArrayList<>();
        long kinds = world.chance().between(ITEMS, 0, 3, 9);
        SimulatedProcess stocker = world.process("stock");
        Transaction stocking = inventory.database().begin(stocker, () -> {
            for (int i = 1; i <= kinds; i++) {
                boolean exclusive = world.chance().next(ITEMS, i) < 0.5;
                String sku = (exclusive ? "seat-" : "stock-") + i;
                int onHand = (int) world.chance().between(ITEMS, i, 2, 80);
                ClaimPolicy policy = exclusive ? ClaimPolicy.EXCLUSIVE : ClaimPolicy.COUNTED;
                inventory.claims().items().add(new Item(sku, onHand, policy));
                skus.add(sku);
            }
        });
        inventory.database().commit(stocking);
        return skus;
    }

    /** Lets customers come, and faults strike, until the returned time. */
    public long begin(int sagas, LongPredicate wanted) {
        for (long number = 1; number <= sagas; number++) {
            if (wanted.test(number)) {
                customers.come(number);
            }
        }
        long end = customers.span() + world.chance().between(PLANS, 0, 20_000, 150_000);
        planFaults(end);
        return end;
    }

    /** Returns true if a consumer holds messages that it could not handle. */
    public boolean holdsMessages() {
        return services().stream().anyMatch(service -> !service.held().isEmpty());
    }

    /** Returns true if no process is dead: one that comes back late begins late with what waited for it. */
    public boolean isUp() {
        return services().stream()
                .flatMap(service -> service.instances().stream())
                .allMatch(instance -> instance.process().isAlive());
    }

    private void planFaults(long end) {
        for (Service service : services()) {
            for (Instance instance : service.instances()) {
                long number = instance.process().number();
                plan(Fault.DIES, number, end, duration -> instance.process().die(duration));
                plan(Fault.FREEZES, number, end, duration -> freeze(instance, duration));
            }
            long database = service.instances().getFirst().process().number();
            plan(Fault.DATABASE_DOWN, database, end, duration -> away(duration, service.database()::down));
            plan(Fault.CLOCK_JUMPS, database, end, duration -> jump(service.database(), database, duration));
        }
        planRestore(end);
        plan(Fault.BROKER_DOWN, 0, end, duration -> away(duration, broker::down));
        plan(Fault.GATEWAY_DOWN, 0, end, duration -> away(duration, gateway::down));
        plan(Fault.LOCKS_DOWN, 0, end, duration -> away(duration * 4, inventory.locks()::down));
    }

    private List<Service> services() {
        return List.of(orders.service(), orchestrator.service(), inventory.service());
    }

    private void plan(Fault kind, long subject, long end, LongConsumer strike) {
        double expected = world.faults().strength(kind);
        for (int i = 0; i < 3; i++) {
            FaultId fault = new FaultId(kind, subject, i);
            int purpose = kind.purpose();
            boolean planned = world.chance().at(purpose, subject, 100L + i) < expected / 3;
            long at = (long) (world.chance().at(purpose, subject, 200L + i) * end);
            long duration = 500 + (long) (Math.pow(world.chance().at(purpose, subject, 300L + i), 2) * 60_000);
            if (planned) {
                world.time().after(at, () -> {
                    if (world.faults().happens(fault)) {
                        strike.accept(duration);
                    }
                });
            }
        }
    }

    /** Of one service at most: what it has lost, the others still know. */
    private void planRestore(long end) {
        Chance chance = world.chance();
        Service service = services().get((int) chance.between(RESTORES, 0, 0, 2));
        long at = chance.between(RESTORES, 0, 0, end);
        long age = (long) (Math.pow(chance.next(RESTORES, 0), 2) * 240_000);
        long downFor = 500 + (long) (Math.pow(chance.next(RESTORES, 0), 2) * 240_000);
        if (chance.next(RESTORES, 0) < world.faults().strength(Fault.RESTORED) / 3) {
            world.time().after(at - age, () -> {
                Runnable backup = service.database().backup();
                world.time().after(Math.min(at, age), () -> {
                    if (world.faults().happens(new FaultId(Fault.RESTORED, 0, 0))) {
                        service.instances()
                                .forEach(instance -> instance.process().die(downFor));
                        backup.run();
                        orders.askForEvents();
                    }
                });
            });
        }
    }

    private void away(long duration, Consumer<Boolean> down) {
        down.accept(true);
        world.time().after(duration, () -> down.accept(false));
    }

    private void freeze(Instance instance, long duration) {
        instance.process().freeze(duration);
        if (duration > SESSION_TIMEOUT) {
            world.time().after(SESSION_TIMEOUT, () -> instance.members().forEach(Member::expel));
        }
    }

    /** Mostly by less than a minute, sometimes by so much that every claim runs out. */
    private void jump(Database database, long subject, long size) {
        double kind = world.chance().next(PLANS, subject);
        database.jump(kind < 0.4 ? size : kind < 0.7 ? -size : 400_000);
    }

    public Broker broker() {
        return broker;
    }

    public SimulatedGateway gateway() {
        return gateway;
    }

    public SimulatedOrders orders() {
        return orders;
    }

    public SimulatedOrchestrator orchestrator() {
        return orchestrator;
    }

    public SimulatedInventory inventory() {
        return inventory;
    }
}

package dev.layeredsaga.testbed.simulation.services;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.InventoryCommand;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.inventory.claim.SimulatedClaims;
import dev.layeredsaga.inventory.claim.command.ClaimCommand;
import dev.layeredsaga.inventory.claim.command.ClaimOutcome;
import dev.layeredsaga.inventory.claim.command.ClaimScope;
import dev.layeredsaga.inventory.claim.kafka.SimulatedCommands;
import dev.layeredsaga.inventory.item.Item;
import dev.layeredsaga.inventory.queue.SimulatedLine;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.testbed.simulation.database.Database;
import dev.layeredsaga.testbed.simulation.database.Transactions.End;
import dev.layeredsaga.testbed.simulation.messages.Broker;
import dev.layeredsaga.testbed.simulation.messages.Handling;
import dev.layeredsaga.testbed.simulation.messages.Message;
import dev.layeredsaga.testbed.simulation.services.Service.Instance;
import dev.layeredsaga.testbed.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The inventory: items, claims and the queue, in sections of lock, transaction, commit and unlock. */
public final class SimulatedInventory {

    private static final int PAUSES = 40;
    private static final int ATTEMPTS = 12;
    private static final int BATCH = 50;
    private static final long REAPER_INTERVAL = 2_000;
    private static final long UNSETTLED_INTERVAL = 60_000;

    private final World world;
    private final Service service;
    private final Locks locks;
    private final SimulatedLine line;
    private final SimulatedClaims claims;
    private final List<Answered> observers = new ArrayList<>();
    private final List<Consumer<Boolean>> sections = new ArrayList<>();
    private final Set<String> bugs;
    private final List<Runnable> answered = new ArrayList<>();

    /** Receives each command that has been handled, when that has committed. */
    public interface Answered {
        void answered(ClaimCommand command, ClaimOutcome outcome);
    }

    public SimulatedInventory(World world, Broker broker, Set<String> bugs) {
        this.world = world;
        this.bugs = bugs;
        this.service = new Service("inventory", world, broker, bugs);
        this.locks = new Locks(world);
        this.line = new SimulatedLine(service.database());
        this.claims = new SimulatedClaims(
                service.database(),
                line,
                SimulatedCommands.events(service::publish),
                SimulatedCommands.answers(service::publish));
        service.consume(List.of(Topics.INVENTORY_COMMANDS), this::runner, this::handle);
        for (Instance instance : service.instances()) {
            instance.process().every(REAPER_INTERVAL, () -> reap(instance));
            instance.process()
                    .every(
                            UNSETTLED_INTERVAL,
                            () -> instance.transactions()
                                    .run(0, () -> "unsettled claims", claims::publishUnsettled, end -> {}));
        }
    }

    public Database database() {
        return service.database();
    }

    public SimulatedLine line() {
        return line;
    }

    public SimulatedClaims claims() {
        return claims;
    }

    Locks locks() {
        return locks;
    }

    Service service() {
        return service;
    }

    public void observe(Answered observer) {
        observers.add(observer);
    }

    /** Adds an observer of each transaction that ended in a section: whether the section had its locks until then. */
    public void observeSections(Consumer<Boolean> observer) {
        sections.add(observer);
    }

    private static List<InventoryCommand> commandsOf(List<Message> messages) {
        return messages.stream()
                .map(message -> (InventoryCommand) message.payload())
                .toList();
    }

    private Handling.Runner runner(Instance instance) {
        return (messages, work, then) -> {
            List<ClaimCommand> commands = SimulatedCommands.of(commandsOf(messages));
            section(
                    instance,
                    messages.getFirst().order(),
                    messages::toString,
                    claims.skusToLock(ClaimScope.of(commands)),
                    work,
                    then);
        };
    }

    private void handle(List<Message> messages) {
        List<InventoryCommand> commands = commandsOf(messages);
        List<ClaimCommand> claimCommands = SimulatedCommands.of(commands);
        List<ClaimOutcome> outcomes = outcomesOf(claimCommands);
        for (int i = 0; i < commands.size(); i++) {
            SagaReply reply = SimulatedCommands.reply(commands.get(i), outcomes.get(i));
            service.publish(
                    OutgoingMessage.of(Topics.SAGA_REPLIES, reply.attempt().sagaId(), reply));
        }
    }

    private List<ClaimOutcome> outcomesOf(List<ClaimCommand> commands) {
        List<ClaimOutcome> outcomes = claims.claims().handle(commands, ClaimScope.of(commands));
        answered.add(() -> {
            for (int i = 0; i < commands.size(); i++) {
                for (Answered observer : observers) {
                    observer.answered(commands.get(i), outcomes.get(i));
                }
            }
        });
        return outcomes;
    }

    /** A customer's command over HTTP, to one of the instances; the answer may never come. */
    void handle(int instanceNumber, long subject, ClaimCommand command, Consumer<ClaimOutcome> then) {
        Instance instance = service.instances().get(instanceNumber);
        if (instance.process().isAlive()) {
            List<ClaimOutcome> outcomes = new ArrayList<>();
            section(
                    instance,
                    subject,
                    command::toString,
                    claims.skusToLock(ClaimScope.of(List.of(command))),
                    () -> {
                        outcomes.clear();
                        outcomes.addAll(outcomesOf(List.of(command)));
                    },
                    end -> {
                        if (end == End.COMMITTED) {
                            then.accept(outcomes.getFirst());
                        }
                    });
        }
    }

    private void reap(Instance instance) {
        if (database().isDown()) {
            return;
        }
        List<UUID> overdue = claims.overdue(BATCH);
        if (!overdue.isEmpty()) {
            ClaimScope scope = ClaimScope.ofClaims(overdue);
            section(
                    instance,
                    0,
                    () -> "expires " + overdue,
                    claims.skusToLock(scope),
                    () -> claims.claims().expireOverdue(overdue, scope),
                    end -> {});
        }
        List<UUID> impatient = line.timedOut(BATCH);
        if (!impatient.isEmpty()) {
            ClaimScope scope = ClaimScope.ofSagas(impatient);
            section(
                    instance,
                    0,
                    () -> "sends away " + impatient,
                    claims.skusToLock(scope),
                    () -> claims.claims().sendAway(impatient, scope),
                    end -> {});
        }
        claims.items().rows().stream()
                .filter(Item::isPartlyServed)
                .map(Item::sku)
                .forEach(sku -> section(
                        instance,
                        0,
                        () -> "serves those left of " + sku,
                        new TreeSet<>(Set.of(sku)),
                        () -> claims.claims().serveLeft(sku, ClaimScope.MOST_SERVED),
                        end -> {}));
    }

    /** Lock, transaction, commit, unlock; repeated under the lock if another transaction was faster. */
    private void section(
            Instance instance,
            long order,
            Supplier<String> what,
            SortedSet<String> skus,
            Runnable work,
            Consumer<End> then) {
        locks.with(skus, instance.process(), hold -> {
            if (hold == null) {
                world.trace().line(instance.process(), () -> "cannot lock " + skus);
                then.accept(End.UNKNOWN);
                return;
            }
            if (bugs.contains("unlocked-before-commit")) {
                hold.unlock();
            }
            attempt(instance, order, what, work, 1, end -> {
                sections.forEach(observer -> observer.accept(!hold.isReleased()));
                hold.unlock();
                then.accept(end);
            });
        });
    }

    private void attempt(
            Instance instance, long order, Supplier<String> what, Runnable work, int number, Consumer<End> then) {
        List<Runnable> answers = new ArrayList<>();
        Runnable answering = () -> {
            answered.clear();
            work.run();
            answers.addAll(answered);
        };
        instance.transactions().run(order, what, answering, end -> {
            if (end == End.CONFLICT && number < ATTEMPTS) {
                long pause = world.chance().between(PAUSES, order, 1, 1L << Math.min(number, 6));
                instance.process().after(pause, () -> attempt(instance, order, what, work, number + 1, then));
            } else {
                if (end == End.COMMITTED) {
                    answers.forEach(Runnable::run);
                }
                then.accept(end);
            }
        });
    }
}

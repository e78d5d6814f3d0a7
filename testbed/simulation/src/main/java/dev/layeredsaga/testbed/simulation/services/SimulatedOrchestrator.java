package dev.layeredsaga.testbed.simulation.services;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.ClaimUnsettled;
import dev.layeredsaga.contract.inventory.InventoryEvent;
import dev.layeredsaga.contract.inventory.ReleaseClaim;
import dev.layeredsaga.contract.order.OrderCancellationRequested;
import dev.layeredsaga.contract.order.OrderPlaced;
import dev.layeredsaga.contract.order.SagaEventsRequested;
import dev.layeredsaga.contract.payment.PaymentCommand;
import dev.layeredsaga.contract.saga.SagaCommand;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.SimulatedEngine;
import dev.layeredsaga.engine.SimulatedEngine.SagaState;
import dev.layeredsaga.engine.definition.Participant;
import dev.layeredsaga.engine.state.Direction;
import dev.layeredsaga.engine.state.PublishedEvent;
import dev.layeredsaga.engine.state.SagaAction;
import dev.layeredsaga.engine.state.SagaStatus;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.orchestrator.ordersaga.PaymentSettings.Kind;
import dev.layeredsaga.orchestrator.ordersaga.SimulatedOrderSaga;
import dev.layeredsaga.orchestrator.payment.GatewayNotice;
import dev.layeredsaga.orchestrator.payment.PaymentGateway;
import dev.layeredsaga.orchestrator.payment.SimulatedParticipant;
import dev.layeredsaga.orchestrator.reconciliation.SagaEndings;
import dev.layeredsaga.orchestrator.reconciliation.SagaEndings.Ending;
import dev.layeredsaga.testbed.simulation.database.Database;
import dev.layeredsaga.testbed.simulation.database.Transactions.End;
import dev.layeredsaga.testbed.simulation.faults.Fault;
import dev.layeredsaga.testbed.simulation.messages.Broker;
import dev.layeredsaga.testbed.simulation.messages.Handling;
import dev.layeredsaga.testbed.simulation.messages.Message;
import dev.layeredsaga.testbed.simulation.services.Service.Instance;
import dev.layeredsaga.testbed.simulation.world.Ids;
import dev.layeredsaga.testbed.simulation.world.World;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The orchestrator: the engine, the order saga and the payment participant, in two processes on one database. */
public final class SimulatedOrchestrator {

    private static final int WEBHOOKS = 32;
    private static final int PAYMENT_COMMANDS = 33;
    private static final long DUE_INTERVAL = 500;
    private static final long OWED_INTERVAL = 10_000;
    private static final long OPERATOR_INTERVAL = 60_000;
    private static final int BATCH = 200;
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(30);

    private final World world;
    private final Service service;
    private final SimulatedOrderSaga orderSaga;
    private final SimulatedEngine engine;
    private final SimulatedParticipant payments;

    /** In every second world payment commands travel over Kafka, where they can be late, repeated and overtaken. */
    public SimulatedOrchestrator(World world, Broker broker, PaymentGateway gateway, Set<String> bugs) {
        this.world = world;
        this.orderSaga =
                new SimulatedOrderSaga(world.chance().next(PAYMENT_COMMANDS, 0) < 0.5 ? Kind.KAFKA : Kind.LOCAL);
        this.service = new Service("orchestrator", world, broker, bugs);
        this.engine = new SimulatedEngine(orderSaga.definitions(), service.database(), new Published(), bugs);
        this.payments =
                new SimulatedParticipant(world, service.database(), gateway, replies -> replies.forEach(engine::reply));
        service.consume(
                List.of(Topics.ORDERS_EVENTS, Topics.SAGA_REPLIES, Topics.PAYMENT_COMMANDS),
                this::runner,
                this::handle);
        service.consume(List.of(Topics.INVENTORY_EVENTS), this::runner, this::handle);
        Database database = service.database();
        database.contains(published);
        database.observe(transaction -> transaction.messages().forEach(message -> {
            if (message.payload() instanceof NumberedEvent event) {
                published.putIfAbsent(event.sagaId() + "/" + event.sequence(), message);
            }
        }));
        database.atBackup(() -> {
            Broker.Positions then = broker.positions(Topics.SAGA_EVENTS);
            return () -> restoredTo = then;
        });
        for (Instance instance : service.instances()) {
            instance.process().onStart(() -> endAsBefore(instance, broker));
            instance.process().every(DUE_INTERVAL, () -> driveDue(instance));
            instance.process().every(OWED_INTERVAL, () -> payments.settle(instance.transactions()));
        }
        instance(0).process().every(OPERATOR_INTERVAL, () -> operate(instance(0)));
    }

    public Database database() {
        return service.database();
    }

    public SimulatedEngine engine() {
        return engine;
    }

    public SimulatedParticipant payments() {
        return payments;
    }

    Service service() {
        return service;
    }

    /** An event with its number in its saga. */
    public record NumberedEvent(UUID sagaId, long sequence, SagaEvent event) {

        /** As it is kept with its saga. */
        PublishedEvent published() {
            return new PublishedEvent(
                    sagaId,
                    Topics.SAGA_EVENTS,
                    sequence,
                    event.getClass().getSimpleName(),
                    Instant.EPOCH,
                    event.toString());
        }

        @Override
        public String toString() {
            return event.getClass().getSimpleName() + " (" + sequence + ")";
        }
    }

    private final class Published implements SimulatedEngine.Output {

        @Override
        public void send(Participant participant, SagaCommand command) {
            UUID sagaId = command.attempt().sagaId();
            switch (participant) {
                case Participant.Remote remote ->
                    service.publish(
                            OutgoingMessage.of(remote.topic(), sagaId, command).sentAfterOthers());
                case Participant.Local local -> payments.send((PaymentCommand) command);
            }
        }

        @Override
        public void publish(UUID sagaId, long sequence, SagaEvent event) {
            service.publish(OutgoingMessage.of(Topics.SAGA_EVENTS, sagaId, new NumberedEvent(sagaId, sequence, event))
                    .sentAfterOthers());
        }
    }

    private Broker.@Nullable Positions restoredTo;

    /** The sagas that an operator has tried again. */
    private final Set<UUID> triedAgain = new HashSet<>();

    /** By saga and sequence. */
    private final Map<String, OutgoingMessage> published = new LinkedHashMap<>();

    private Handling.Runner runner(Instance instance) {
        return (messages, work, then) ->
                payments.run(instance.transactions(), messages.getFirst().order(), messages::toString, work, then);
    }

    /** Before anything else is done in a restored database, as its setting {@code lost-since} has it. */
    private void endAsBefore(Instance instance, Broker broker) {
        if (restoredTo == null) {
            return;
        }
        SagaEndings endings = new SagaEndings();
        List<NumberedEvent> past = broker.past(Topics.SAGA_EVENTS, restoredTo)
                .map(message -> (NumberedEvent) message.payload())
                .toList();
        past.forEach(event -> endings.add(event.published(), event.event()));
        Database database = service.database();
        database.commit(database.begin(instance.process(), () -> {
            List<Ending> ended = endings.takeEnded().stream()
                    .filter(ending -> orderSaga.endAgain(engine, ending.saga()))
                    .toList();
            SagaEndings.settle(ended, payments.lost());
        }));
        orderSaga.restored(engine, database.now());
        database.commit(database.begin(
                instance.process(), () -> endings.underWay().forEach(saga -> orderSaga.goOnAgain(engine, saga))));
        past.forEach(this::putBack);
    }

    private void putBack(NumberedEvent event) {
        published.putIfAbsent(
                event.sagaId() + "/" + event.sequence(),
                OutgoingMessage.of(Topics.SAGA_EVENTS, event.sagaId(), event).sentAfterOthers());
    }

    /** Settles a claim as its saga has ended, if it is known. */
    private void settle(ClaimUnsettled claim) {
        UUID id = claim.sagaId();
        SagaState saga = engine.saga(id);
        if (saga != null && saga.status() == SagaStatus.COMPENSATED) {
            service.publish(OutgoingMessage.of(
                    Topics.INVENTORY_COMMANDS, id, new ReleaseClaim(new StepAttempt(id, "reserve", 1))));
        }
    }

    private void publishAgain(UUID id) {
        for (long sequence = 1; sequence <= lastSequence(id); sequence++) {
            service.publish(Objects.requireNonNull(published.get(id + "/" + sequence)));
        }
    }

    private long lastSequence(UUID id) {
        long sequence = 0;
        while (published.containsKey(id + "/" + (sequence + 1))) {
            sequence++;
        }
        return sequence;
    }

    private void handle(List<Message> messages) {
        List<PaymentCommand> commands = new ArrayList<>();
        for (Message message : messages) {
            switch (message.payload()) {
                case OrderPlaced placed -> orderSaga.start(engine, placed, lastSequence(placed.orderId()));
                case OrderCancellationRequested request -> orderSaga.cancel(engine, request.orderId());
                case SagaEventsRequested request -> publishAgain(request.orderId());
                case ClaimUnsettled claim -> settle(claim);
                case InventoryEvent news -> {}
                case SagaReply reply -> engine.reply(reply);
                case PaymentCommand command -> commands.add(command);
                default -> throw new IllegalArgumentException("not for the orchestrator: " + message);
            }
        }
        payments.handle(commands);
    }

    /** The gateway tells unasked, and again until somebody has taken it in. */
    public void notified(GatewayNotice notice) {
        long order = Ids.numberOf(notice.sagaId());
        world.time().after(world.chance().between(WEBHOOKS, order, 10, 60_000), () -> deliver(notice, order));
    }

    private void deliver(GatewayNotice notice, long order) {
        boolean[] taken = {false};
        Instance instance = instance((int) (order % 2));
        if (instance.process().isAlive()) {
            payments.take(instance.transactions(), notice, end -> taken[0] = end == End.COMMITTED);
        }
        world.time().after(15_000, () -> {
            if (!taken[0]) {
                deliver(notice, order);
            }
        });
    }

    private void driveDue(Instance instance) {
        if (database().isDown()) {
            return;
        }
        List<SimulatedEngine.Locked> locked = engine.lockDue(BATCH, LOCK_TIMEOUT);
        if (locked.isEmpty()) {
            return;
        }
        world.trace().line(instance.process(), () -> "locks due sagas " + locked);
        long order = Ids.numberOf(locked.getFirst().id());
        if (instance.process().dies(Fault.DIES_WITH_LOCKED_SAGAS, order)) {
            return;
        }
        instance.process()
                .after(
                        1,
                        () -> payments.run(
                                instance.transactions(), order, () -> "due sagas", () -> engine.due(locked), end -> {
                                    if (end != End.COMMITTED && locked.size() > 1) {
                                        locked.forEach(one -> payments.run(
                                                instance.transactions(),
                                                Ids.numberOf(one.id()),
                                                one::toString,
                                                () -> engine.due(List.of(one)),
                                                ended -> {}));
                                    }
                                }));
    }

    /** A person tries again what only a person can move; if that does not help, and it goes forward, has it compensated. */
    private void operate(Instance instance) {
        engine.sagas().stream()
                .filter(SagaState::needsOperator)
                .forEach(saga -> payments.run(
                        instance.transactions(),
                        Ids.numberOf(saga.id()),
                        () -> "an operator's action on " + saga.id(),
                        () -> engine.act(saga.id(), actionOn(saga)),
                        end -> {}));
    }

    private SagaAction actionOn(SagaState saga) {
        boolean triedBefore = !triedAgain.add(saga.id());
        return triedBefore && saga.direction() == Direction.FORWARD ? SagaAction.COMPENSATE : SagaAction.RETRY;
    }

    private Instance instance(int number) {
        return service.instances().get(number);
    }
}

package dev.layeredsaga.testbed.simulation.services;

import static java.util.Objects.requireNonNull;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.ClaimUnsettled;
import dev.layeredsaga.contract.inventory.InventoryEvent;
import dev.layeredsaga.contract.inventory.ReleaseClaim;
import dev.layeredsaga.contract.order.OrderEvent;
import dev.layeredsaga.contract.order.OrderSagaEvent;
import dev.layeredsaga.contract.payment.PaymentCommand;
import dev.layeredsaga.contract.saga.EngineEvent;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.SagaEngine;
import dev.layeredsaga.engine.SimulatedSagas;
import dev.layeredsaga.engine.state.ActionRequest;
import dev.layeredsaga.engine.state.Direction;
import dev.layeredsaga.engine.state.LockedSaga;
import dev.layeredsaga.engine.state.PublishedEvent;
import dev.layeredsaga.engine.state.Saga;
import dev.layeredsaga.engine.state.SagaAction;
import dev.layeredsaga.engine.state.SagaStatus;
import dev.layeredsaga.engine.state.SeenSaga;
import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.orchestrator.ordersaga.OrderSagas;
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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.util.RawValue;

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
    private final OrderSagas orders;
    private final SimulatedSagas sagas;
    private final SagaEngine engine;
    private final SimulatedParticipant payments;

    /** In every second world payment commands travel over Kafka, where they can be late, repeated and overtaken. */
    public SimulatedOrchestrator(World world, Broker broker, PaymentGateway gateway, Set<String> bugs) {
        this.world = world;
        SimulatedOrderSaga orderSaga =
                new SimulatedOrderSaga(world.chance().next(PAYMENT_COMMANDS, 0) < 0.5 ? Kind.KAFKA : Kind.LOCAL);
        this.service = new Service("orchestrator", world, broker, bugs);
        this.sagas = new SimulatedSagas(service.database(), bugs.contains("saga-version-ignored"));
        this.engine = sagas.engine(orderSaga.definitions(), this::publish, this::payments);
        this.orders = orderSaga.on(engine);
        this.payments = new SimulatedParticipant(world, service.database(), gateway, engine);
        service.consume(
                List.of(Topics.ORDERS_EVENTS, Topics.SAGA_REPLIES, Topics.PAYMENT_COMMANDS),
                this::runner,
                this::handle);
        service.consume(List.of(Topics.INVENTORY_EVENTS), this::runner, this::handle);
        service.database().atBackup(() -> {
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

    public SimulatedSagas sagas() {
        return sagas;
    }

    public SimulatedParticipant payments() {
        return payments;
    }

    Service service() {
        return service;
    }

    /** An event of a saga, as it is published and as it is kept. */
    public record NumberedEvent(PublishedEvent published, SagaEvent event) {

        private static final MessageTypes<SagaEvent> TYPES =
                MessageTypes.sealedUnder(OrderSagaEvent.class, EngineEvent.class);

        static NumberedEvent of(OutgoingMessage message, String json) {
            PublishedEvent published = new PublishedEvent(
                    UUID.fromString(message.key()),
                    message.topic(),
                    Long.parseLong(requireNonNull(message.extensions().get("sequence"))),
                    message.type(),
                    requireNonNull(message.identity()).time(),
                    json);
            Class<? extends SagaEvent> type = requireNonNull(TYPES.find(message.type()));
            return new NumberedEvent(published, MessageJson.mapper().readValue(json, type));
        }

        public UUID sagaId() {
            return published.sagaId();
        }

        public long sequence() {
            return published.sequence();
        }

        @Override
        public String toString() {
            return published.type() + " (" + published.sequence() + ")";
        }
    }

    /** Publishes what the engine does, behind whatever other processes have published; events as what they say. */
    private void publish(OutgoingMessage message) {
        OutgoingMessage readable = message.payload() instanceof RawValue json
                ? OutgoingMessage.of(
                        message.topic(), message.key(), NumberedEvent.of(message, String.valueOf(json.rawValue())))
                : message;
        service.publish(readable.sentAfterOthers());
    }

    private Broker.@Nullable Positions restoredTo;

    /** The sagas that an operator has tried again. */
    private final Set<UUID> triedAgain = new HashSet<>();

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
        broker.past(Topics.SAGA_EVENTS, restoredTo)
                .map(message -> (NumberedEvent) message.payload())
                .forEach(event -> endings.add(event.published(), event.event()));
        inTransaction(instance, () -> {
            List<Ending> known = endings.takeEnded();
            Set<UUID> ended = orders.endAgain(known.stream().map(Ending::saga).toList());
            SagaEndings.settle(
                    known.stream().filter(ending -> ended.contains(ending.id())).toList(), payments.lost());
        });
        inTransaction(
                instance,
                () -> payments.lost().askAgainFor(orders.restored(database().now())));
        inTransaction(instance, () -> orders.goOnAgain(endings.underWay()));
    }

    /** In one that begins and ends now. */
    private void inTransaction(Instance instance, Runnable work) {
        database().commit(database().begin(instance.process(), work));
    }

    /** Settles a claim as its saga has ended, if it is known. */
    private void settle(ClaimUnsettled claim) {
        UUID id = claim.sagaId();
        Saga saga = sagas.saga(id);
        if (saga != null && saga.status() == SagaStatus.COMPENSATED) {
            service.publish(OutgoingMessage.of(
                    Topics.INVENTORY_COMMANDS, id, new ReleaseClaim(new StepAttempt(id, "reserve", 1))));
        }
    }

    private void handle(List<Message> messages) {
        List<PaymentCommand> commands = new ArrayList<>();
        for (Message message : messages) {
            switch (message.payload()) {
                case OrderEvent event -> orders.handle(List.of(event));
                case ClaimUnsettled claim -> settle(claim);
                case InventoryEvent news -> {}
                case SagaReply reply -> engine.reply(List.of(reply));
                case PaymentCommand command -> commands.add(command);
                default -> throw new IllegalArgumentException("not for the orchestrator: " + message);
            }
        }
        payments.decide(commands);
    }

    /** Handles a notification, which the gateway repeats until an instance has taken it in. */
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
        List<LockedSaga> locked = new ArrayList<>();
        inTransaction(instance, () -> locked.addAll(sagas.lockDue(BATCH, LOCK_TIMEOUT)));
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
        List.copyOf(sagas.all()).stream()
                .filter(saga -> !saga.status().isFinal() && saga.dueAt() == null)
                .forEach(saga -> payments.run(
                        instance.transactions(),
                        Ids.numberOf(saga.id()),
                        () -> "an operator's action on " + saga.id(),
                        () -> engine.act(List.of(new SeenSaga(saga.id(), saga.revision())), actionOn(saga)),
                        end -> {}));
    }

    private ActionRequest actionOn(Saga saga) {
        boolean triedBefore = !triedAgain.add(saga.id());
        SagaAction action =
                triedBefore && saga.direction() == Direction.FORWARD ? SagaAction.COMPENSATE : SagaAction.RETRY;
        return new ActionRequest(action, "operator", "as simulated");
    }

    private Instance instance(int number) {
        return service.instances().get(number);
    }
}

package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.contract.payment.PaymentCommand;
import dev.layeredsaga.contract.payment.RefundPayment;
import dev.layeredsaga.contract.saga.SagaCommand;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.engine.definition.LocalParticipant;
import dev.layeredsaga.engine.definition.SagaReplies;
import dev.layeredsaga.messaging.trace.TraceParent;
import dev.layeredsaga.messaging.trace.Tracing;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer;
import dev.layeredsaga.testbed.simulation.database.Database;
import dev.layeredsaga.testbed.simulation.database.EntityTable;
import dev.layeredsaga.testbed.simulation.database.Transactions;
import dev.layeredsaga.testbed.simulation.database.Transactions.End;
import dev.layeredsaga.testbed.simulation.faults.Fault;
import dev.layeredsaga.testbed.simulation.world.Ids;
import dev.layeredsaga.testbed.simulation.world.SimulatedProcess;
import dev.layeredsaga.testbed.simulation.world.World;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The payment participant: its own rules on payments in a simulated database, and calls to the gateway in simulated time. */
public final class SimulatedParticipant implements Payments, LocalParticipant {

    private static final int CALLS = 30;
    private static final int ANSWERS = 31;
    private static final long TIMEOUT = 7_000;
    private static final int MOST_SETTLED = 50;
    private static final SettlementSettings SETTLEMENT =
            new SettlementSettings(Duration.ofSeconds(10), Duration.ofHours(1), Duration.ofMinutes(1), 6, MOST_SETTLED);
    private static final long FAR = Duration.ofHours(1).toNanos();

    private final World world;
    private final Database database;
    private final SagaReplies sagas;
    private final EntityTable<UUID, Payment> table;
    private final ChargeDecisions decisions = new ChargeDecisions(this);
    private final GatewayResults results = new GatewayResults(this, SETTLEMENT);
    private final GatewayCaller caller;
    private final List<PaymentCommand> sent = new ArrayList<>();
    private final List<GatewayCall> decided = new ArrayList<>();
    private final List<UUID> compensated = new ArrayList<>();
    private final List<Consumer<UUID>> chargeObservers = new ArrayList<>();
    private final List<Consumer<UUID>> refundObservers = new ArrayList<>();

    public SimulatedParticipant(World world, Database database, PaymentGateway gateway, SagaReplies sagas) {
        this.world = world;
        this.database = database;
        this.sagas = sagas;
        this.table = new EntityTable<>(database, Payment.class, Payment::sagaId);
        this.caller = new GatewayCaller(gateway, Tracing.off());
    }

    /** Adds observers of every charge that is about to be made, and of every payment whose compensation is stored. */
    public void observe(Consumer<UUID> charged, Consumer<UUID> refunded) {
        chargeObservers.add(charged);
        refundObservers.add(refunded);
    }

    /** Runs the work in a transaction, with all that it sends; asks the gateway once that has committed. */
    public void run(Transactions transactions, long order, Supplier<String> what, Runnable work, Consumer<End> then) {
        List<GatewayCall> calls = new ArrayList<>();
        List<UUID> refunds = new ArrayList<>();
        Runnable deciding = () -> {
            List.of(sent, decided, compensated).forEach(List::clear);
            work.run();
            handleSent();
            calls.addAll(decided);
            refunds.addAll(compensated);
        };
        transactions.run(order, what, deciding, end -> {
            if (end == End.COMMITTED) {
                long committedAt = world.time().now();
                calls.stream()
                        .filter(GatewayCall.Charge.class::isInstance)
                        .forEach(call -> chargeObservers.forEach(observer -> observer.accept(call.paymentOf())));
                refunds.forEach(saga -> refundObservers.forEach(observer -> observer.accept(saga)));
                calls.forEach(call -> ask(transactions, call, committedAt));
            }
            then.accept(end);
        });
    }

    @Override
    public String name() {
        return "payment";
    }

    /** Has the commands handled at the end of the transaction that sends them, all together. */
    @Override
    public List<SagaReply> handle(List<? extends SagaCommand> commands) {
        commands.forEach(command -> sent.add((PaymentCommand) command));
        return List.of();
    }

    @Override
    public Set<UUID> unfinished(Collection<UUID> sagaIds) {
        return Set.of();
    }

    @Override
    public void forget(Collection<UUID> sagaIds) {}

    /** The replies may have others sent. */
    private void handleSent() {
        while (!sent.isEmpty()) {
            List<PaymentCommand> commands = List.copyOf(sent);
            sent.clear();
            decide(commands);
        }
    }

    /** Decides about commands in the current transaction. */
    public void decide(List<PaymentCommand> commands) {
        if (!commands.isEmpty()) {
            apply(decisions.handle(commands));
            commands.stream()
                    .filter(RefundPayment.class::isInstance)
                    .forEach(refund -> compensated.add(refund.attempt().sagaId()));
        }
    }

    private void apply(PaymentEffects effects) {
        decided.addAll(effects.calls());
        sagas.reply(effects.replies());
    }

    private void ask(Transactions transactions, GatewayCall call, long decidedAt) {
        SimulatedProcess process = transactions.process();
        long order = Ids.numberOf(call.attempt().sagaId());
        process.after(world.chance().between(CALLS, order, 1, 200), () -> {
            GatewayCall begun = begun(call, world.time().now() - decidedAt);
            if (world.faults().strikes(Fault.REQUEST_LATE, order)) {
                long later = world.chance().between(CALLS, order, TIMEOUT, 25_000);
                world.time().after(later, () -> caller.ask(begun));
                process.after(TIMEOUT, () -> answered(transactions, order, GatewayAnswer.unknown(call, "no answer")));
                return;
            }
            GatewayAnswer answer = caller.ask(begun);
            world.trace().line(process, () -> "asks the gateway: " + describe(answer));
            long latency = world.faults().strikes(Fault.ANSWER_LATE, order)
                    ? world.chance().between(ANSWERS, order, 5_000, 60_000)
                    : world.chance().between(ANSWERS, order, 1, 300);
            process.after(latency, () -> answered(transactions, order, answer));
        });
    }

    /** Returns the call as it is after so many simulated milliseconds, by the clock that it reads. */
    private static GatewayCall begun(GatewayCall call, long millis) {
        if (!(call instanceof GatewayCall.Charge charge)) {
            return call;
        }
        long far = millis > ChargeDecisions.CALL_BEGINS_WITHIN.toMillis() ? -FAR : FAR;
        return new GatewayCall.Charge(
                charge.attempt(),
                charge.request(),
                charge.askFirst(),
                System.nanoTime() + far,
                charge.outUntil(),
                charge.trace());
    }

    private void answered(Transactions transactions, long order, GatewayAnswer answer) {
        if (!transactions.process().dies(Fault.DIES_WITH_ANSWER, order)) {
            Runnable taking = () -> apply(results.take(List.of(answer)));
            run(transactions, order, () -> describe(answer), taking, end -> {
                if (end != End.COMMITTED && end != End.FAILED) {
                    transactions.process().after(100, () -> answered(transactions, order, answer));
                }
            });
        }
    }

    private static String describe(GatewayAnswer answer) {
        String problem = answer instanceof GatewayAnswer.RefundAnswer refund ? refund.problem() : "";
        String what = answer.fact() + (problem.isEmpty() ? "" : ", not refunded: " + problem);
        return what + " for " + answer.call().attempt().sagaId();
    }

    /** Handles a notification of the gateway. */
    public void take(Transactions transactions, GatewayNotice notice, Consumer<End> then) {
        Runnable taking = () -> {
            PaymentEffects effects = new PaymentEffects();
            results.take(notice, effects);
            apply(effects);
        };
        run(transactions, Ids.numberOf(notice.sagaId()), notice::toString, taking, then);
    }

    /** Returns one that works in the current transaction. */
    public LostPayments lost() {
        return new LostPayments(this);
    }

    /** Settles what is due: all of it owed or in doubt, whatever its saga does, as nothing compares the two here. */
    public void settle(Transactions transactions) {
        if (table.rows().stream().anyMatch(this::isDue)) {
            run(transactions, 0, () -> "settlement", this::settle, end -> {});
        }
    }

    private void settle() {
        table.rows().stream()
                .filter(this::isDue)
                .limit(MOST_SETTLED)
                .map(row -> Objects.requireNonNull(table.find(row.sagaId())))
                .forEach(payment -> {
                    switch (payment.settle(SagaStanding.COMPENSATED, Duration.ZERO, now(), SETTLEMENT)) {
                        case INQUIRE, GIVE_BACK ->
                            decided.add(new GatewayCall.Refund(payment.latestAttempt(), payment.trace(), false));
                        case NOTHING, LATER, FOR_OPERATORS -> {}
                    }
                });
    }

    private boolean isDue(Payment row) {
        return table.value(row, "settleAt") instanceof Instant due && !due.isAfter(now());
    }

    /** True if money is to go back for which no saga asks any more. */
    public boolean owesRefunds() {
        return table.rows().stream().anyMatch(Payment::isRefundOwed);
    }

    /** Returns the payments as they stand. */
    public Collection<?> payments() {
        return table.rows();
    }

    /** Returns the payment as it stands. */
    public @Nullable Object payment(UUID sagaId) {
        return table.row(sagaId);
    }

    @Override
    public Instant now() {
        return database.now();
    }

    @Override
    public @Nullable TraceParent trace(UUID sagaId) {
        return null;
    }

    @Override
    public void add(Collection<Payment> payments) {
        payments.forEach(table::add);
    }

    @Override
    public Map<UUID, Payment> bySaga(Collection<UUID> sagaIds) {
        Map<UUID, Payment> found = new HashMap<>();
        for (UUID id : sagaIds) {
            Payment payment = table.find(id);
            if (payment != null) {
                found.put(id, payment);
            }
        }
        return found;
    }

    @Override
    public PartRefund add(PartRefund part) {
        throw new UnsupportedOperationException("nothing is returned here");
    }

    @Override
    public Map<UUID, PartRefund> parts(Collection<UUID> sagaIds) {
        return new HashMap<>();
    }
}

package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.contract.payment.PaymentCommand;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.messaging.trace.Tracing;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer;
import dev.layeredsaga.testbed.simulation.database.Database;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The payment participant, with its own rules in a simulated database, in steps that a simulation puts in time. */
public final class SimulatedParticipant {

    private static final int MOST_SETTLED = 50;
    private static final SettlementSettings SETTLEMENT =
            new SettlementSettings(Duration.ofSeconds(10), Duration.ofHours(1), Duration.ofMinutes(1), 6, MOST_SETTLED);
    private static final Duration FAR = Duration.ofHours(1);

    private final SimulatedPayments payments;
    private final ChargeDecisions decisions;
    private final GatewayResults answers;
    private final GatewayCaller caller;
    private final LostPayments lost;

    public SimulatedParticipant(Database database, PaymentGateway gateway) {
        payments = new SimulatedPayments(database);
        decisions = new ChargeDecisions(payments);
        answers = new GatewayResults(payments, SETTLEMENT);
        caller = new GatewayCaller(gateway, Tracing.off());
        lost = new LostPayments(payments);
    }

    /** A call to the gateway that has been decided. */
    public static final class Call {

        private final GatewayCall call;
        private final long beginsWithin;

        private Call(GatewayCall call) {
            this.call = call;
            this.beginsWithin = call instanceof GatewayCall.Charge charge
                    ? Math.round((charge.beginBefore() - System.nanoTime()) / 1e9) * 1_000
                    : 0;
        }

        public UUID sagaId() {
            return call.attempt().sagaId();
        }

        public boolean isCharge() {
            return call instanceof GatewayCall.Charge;
        }

        /** The same, as it is after so many simulated milliseconds. */
        private GatewayCall after(long millis) {
            if (!(call instanceof GatewayCall.Charge charge)) {
                return call;
            }
            long far = millis > beginsWithin ? -FAR.toNanos() : FAR.toNanos();
            return new GatewayCall.Charge(
                    charge.attempt(),
                    charge.request(),
                    charge.askFirst(),
                    System.nanoTime() + far,
                    charge.outUntil(),
                    charge.trace());
        }

        @Override
        public String toString() {
            return call.getClass().getSimpleName() + " of " + sagaId();
        }
    }

    /** The result of a call. */
    public static final class Answer {

        private final GatewayAnswer answer;

        private Answer(GatewayAnswer answer) {
            this.answer = answer;
        }

        @Override
        public String toString() {
            String problem = answer instanceof GatewayAnswer.RefundAnswer refund ? refund.problem() : "";
            String what = answer.fact() + (problem.isEmpty() ? "" : ", not refunded: " + problem);
            return what + " for " + answer.call().attempt().sagaId();
        }
    }

    /** A payment as it stands. */
    public record PaymentState(UUID sagaId, String state, boolean voided, boolean refundOwed) {}

    /** The consequences of a transaction: replies, in the same transaction, and calls, to be made when it has committed. */
    public record Effects(List<SagaReply> replies, List<Call> calls) {

        private static Effects of(PaymentEffects effects) {
            return new Effects(effects.replies(), callsOf(effects.calls()));
        }
    }

    /** Decides in the current transaction. */
    public Effects decide(List<PaymentCommand> commands) {
        return Effects.of(decisions.handle(commands));
    }

    /** Asks the gateway, so many milliseconds after the decision. */
    public Answer ask(Call call, long millisSince) {
        return new Answer(caller.ask(call.after(millisSince)));
    }

    /** Returns the caller's result of a call that times out. */
    public Answer noAnswer(Call call) {
        return new Answer(GatewayAnswer.unknown(call.call, "no answer"));
    }

    /** Takes the answer in, in the current transaction. */
    public Effects take(Answer answer) {
        return Effects.of(answers.take(List.of(answer.answer)));
    }

    /** Takes a notification in, in the current transaction. */
    public Effects take(GatewayNotice notice) {
        PaymentEffects effects = new PaymentEffects();
        answers.take(notice, effects);
        return Effects.of(effects);
    }

    /** Works in the current transaction. */
    public LostPayments lost() {
        return lost;
    }

    /** True if the settlement has something to look at. */
    public boolean isSettlementDue() {
        return payments.rows().stream().anyMatch(payments::isDue);
    }

    /**
     * Settles what is due, in the current transaction; returns what the gateway is asked then. It is all owed or in doubt, whatever its
     * saga does: nothing compares the two here.
     */
    public List<Call> settle() {
        List<GatewayCall> calls = new ArrayList<>();
        payments.toSettle(MOST_SETTLED).forEach((payment, age) -> {
            switch (payment.settle(SagaStanding.UNDONE, age, payments.now(), SETTLEMENT)) {
                case INQUIRE, GIVE_BACK ->
                    calls.add(new GatewayCall.Refund(payment.latestAttempt(), payment.trace(), false));
                case NOTHING, LATER, FOR_OPERATORS -> {}
            }
        });
        return callsOf(calls);
    }

    /** True if money is to go back for which no saga asks any more. */
    public boolean owesRefunds() {
        return payments.rows().stream().anyMatch(Payment::isRefundOwed);
    }

    private static List<Call> callsOf(List<? extends GatewayCall> calls) {
        return calls.stream().map(Call::new).toList();
    }

    public @Nullable PaymentState payment(UUID sagaId) {
        Payment row = payments.row(sagaId);
        return row == null ? null : stateOf(row);
    }

    public List<PaymentState> payments() {
        return payments.rows().stream().map(SimulatedParticipant::stateOf).toList();
    }

    private static PaymentState stateOf(Payment row) {
        return new PaymentState(row.sagaId(), row.state().name(), row.isVoided(), row.isRefundOwed());
    }
}

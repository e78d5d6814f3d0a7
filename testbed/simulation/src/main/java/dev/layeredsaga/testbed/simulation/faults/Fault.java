package dev.layeredsaga.testbed.simulation.faults;

/** A kind of thing that goes wrong, and how likely it is each time it can, in a world where it happens. */
public enum Fault {
    /** A process dies in a transaction. Nothing of it stays. */
    DIES_BEFORE_COMMIT(0.006),
    /** A process dies when it has committed and sent nothing. */
    DIES_AFTER_COMMIT(0.006),
    /** A process dies when it has sent, before it has taken note of that. */
    DIES_AFTER_SEND(0.006),
    /** A process dies when it has handled messages, before it says so to the broker. */
    DIES_BEFORE_ACKNOWLEDGEMENT(0.006),
    /** A process dies when it has locked due sagas, before it has driven them. */
    DIES_WITH_LOCKED_SAGAS(0.05),
    /** A process dies when it has a gateway's answer in hand. */
    DIES_WITH_ANSWER(0.01),
    /** A transaction commits, and the process gets no answer. */
    COMMIT_UNKNOWN(0.01),
    /** A transaction takes seconds. */
    SLOW_COMMIT(0.02),
    /** A message comes a second time, later. */
    DUPLICATE(0.05),
    /** A message is on its way for seconds. */
    LATE(0.03),
    /** A message is overtaken by later ones of its key. */
    OVERTAKEN(0.06),
    /** A message is lost for good. */
    LOST(0.02),
    /** A message cannot be handled for a while, for a reason of its own. */
    MESSAGE_FAILS(0.01),
    /** The gateway cannot be reached. */
    CHARGE_NOT_MADE(0.2),
    /** A charge is lost on its way, without an error. */
    CHARGE_LOST(0.05),
    /** A charge is made, without an answer. */
    CHARGE_UNANSWERED(0.08),
    /** The gateway refuses a repetition, instead of answering as it did before. */
    REPETITION_REFUSED(0.1),
    /** The gateway captures another amount than it was asked for. */
    OTHER_AMOUNT(0.02),
    /** A call reaches the gateway when its caller has long stopped waiting. */
    REQUEST_LATE(0.1),
    /** A charge is decided after the caller has gone. */
    CHARGE_SLOW(0.08),
    /** An answer of the gateway is on its way for longer than a lease lasts. */
    ANSWER_LATE(0.03),
    INQUIRY_FAILS(0.2),
    REFUND_FAILS(0.15),
    REFUND_UNANSWERED(0.1),
    REFUND_DECLINED(0.03),
    /** A process dies at any time. */
    DIES(0),
    /** A process stops for a while and goes on as if nothing had been. */
    FREEZES(0),
    DATABASE_DOWN(0),
    BROKER_DOWN(0),
    GATEWAY_DOWN(0),
    /** Locks are unavailable; {@code @Version} decides alone. */
    LOCKS_DOWN(0),
    /** A database's clock jumps, forward or backward. */
    CLOCK_JUMPS(0),
    /** A database is stopped with its service and restored from a backup of some time before; the others have gone on. */
    RESTORED(0);

    private static final int FIRST_PURPOSE = 1_000;

    private final double probability;

    Fault(double probability) {
        this.probability = probability;
    }

    double probability() {
        return probability;
    }

    /** Returns the purpose of this kind's draws; new kinds leave the draws of the others unchanged. */
    public int purpose() {
        return FIRST_PURPOSE + (name().hashCode() & 0x3fff);
    }

    /** True if it is planned for a time when the world is made, and not drawn where it can happen. */
    boolean isPlanned() {
        return probability == 0;
    }

    /** One fault of a world: the so-and-so-manieth time that this kind could strike this subject (an order, a process). */
    public record FaultId(Fault kind, long subject, int occurrence) {

        @Override
        public String toString() {
            return kind + "(" + subject + ", " + occurrence + ")";
        }
    }
}

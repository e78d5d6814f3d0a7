package dev.layeredsaga.testbed.failures.audit.seen;

import java.util.List;

/**
 * The gateway's ledger, and what the gateway itself finds wrong with it.
 *
 * @param entries in order
 */
public record GatewaySeen(List<Entry> entries, List<Complaint> complaints) {

    public record Entry(String orderId, String type, long amount) {

        public boolean isCapture() {
            return type.equals("CAPTURED");
        }

        /** Returns the entry's effect on the amount paid. */
        public long net() {
            return switch (type) {
                case "CAPTURED" -> amount;
                case "REFUNDED" -> -amount;
                default -> 0;
            };
        }
    }

    /** @param invariant the gateway's name of what does not hold */
    public record Complaint(String invariant, String orderId, String what) {

        /** The client never received the gateway's answer, as far as the gateway knows. */
        public boolean isAboutSilence() {
            return invariant.equals("nothing-unknown-for-too-long");
        }
    }
}

package dev.layeredsaga.testbed.failures.audit.seen;

import java.util.List;

/**
 * The tables that no API shows as a whole.
 *
 * @param payments the orchestrator's record of each payment
 * @param held the messages that a service holds, in words
 * @param unsent the messages that have not left a service, in words
 */
public record TablesSeen(List<Payment> payments, List<String> held, List<String> unsent) {

    /** Of a system whose databases are not read. */
    public static final TablesSeen NONE = new TablesSeen(List.of(), List.of(), List.of());

    /** @param rest the amount less what returns have given back */
    public record Payment(String sagaId, String state, long rest) {

        /** Returns the money that the orchestrator takes as kept. */
        public long kept() {
            return state.equals("CAPTURED") ? rest : 0;
        }

        public boolean isSettled() {
            return !state.equals("OPEN") && !state.equals("OWED");
        }
    }
}

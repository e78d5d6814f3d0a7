package dev.layeredsaga.orchestrator;

import java.time.Instant;
import java.util.UUID;

/** The inventory's and the payment stub's answers, as the console's pictures show them. */
final class InventoryAnswers {

    static final UUID CLAIM = UUID.fromString("01a1feca-7ee0-7687-8dad-330eeb12a177");

    private InventoryAnswers() {}

    /**
     * Gives an inventory with a seat that a saga holds, with another in the queue, and with a mug that is held twice.
     *
     * @param saga the saga that holds the seat
     * @param customer the owner of a hold
     */
    static void give(UUID saga, String customer) {
        Instant now = Instant.now();
        ConsolePeers.answer("/locks", 200, """
                {"rlocks": "LISTED", "rlocksComplete": true, "rlocksWithoutItem": [], "items": [
                  {"sku": "guide", "policy": "EXCLUSIVE", "onHand": 6, "reserved": 1, "version": 41,
                   "semanticLock": {"owner": "%1$s", "claimId": "%2$s", "since": "%3$s", "until": "%4$s"},
                   "claims": [{"claimId": "%2$s", "owner": "%1$s", "quantity": 1, "since": "%3$s", "until": "%4$s"}],
                   "queueLength": 2,
                   "queue": [
                     {"sagaId": "%5$s", "quantities": {"guide": 1}, "since": "%3$s", "until": "%6$s"},
                     {"sagaId": "%7$s", "quantities": {"guide": 1}, "since": "%3$s", "until": "%6$s"}],
                   "findings": []},
                  {"sku": "mug", "policy": "COUNTED", "onHand": 17, "reserved": 2, "version": 8,
                   "rlock": {"holder": "this instance, thread 231", "leaseLeftMillis": 4986},
                   "claims": [
                     {"claimId": "%2$s", "owner": "%1$s", "quantity": 1, "since": "%3$s", "until": "%4$s"},
                     {"claimId": "%8$s", "owner": "%9$s", "quantity": 1, "since": "%3$s", "until": "%6$s"}],
                   "queueLength": 0, "queue": [], "findings": []},
                  {"sku": "seat-B2", "policy": "EXCLUSIVE", "onHand": 1, "reserved": 1, "version": 3,
                   "semanticLock": {"owner": "%9$s", "claimId": "%8$s", "since": "%3$s", "until": "%3$s"},
                   "claims": [], "queueLength": 0, "queue": [],
                   "findings": ["SEMANTIC_LOCK_OVERDUE", "SEMANTIC_LOCK_WITHOUT_CLAIM"]}]}""".formatted(
                        saga,
                        CLAIM,
                        now.minusSeconds(21),
                        now.plusSeconds(279),
                        "01a1feca-8ab0-7687-8dad-330eeb12a178",
                        now.plusSeconds(99),
                        "01a1feca-8ab1-7687-8dad-330eeb12a179",
                        "01a1feca-7ee2-7687-8dad-330eeb12a17a",
                        customer));
        String held = claim(CLAIM, saga.toString(), "HELD", now, "[]");
        String released = claim(
                UUID.fromString("01a1feca-7ee3-7687-8dad-330eeb12a17b"),
                customer,
                "RELEASED",
                now,
                "[{\"action\": \"FORCED_RELEASE\", \"operator\": \"kim through saga-console\", \"reason\": \"she has left\","
                        + " \"at\": \"" + now + "\"}]");
        ConsolePeers.answer("/claims", 200, "[" + held + ", " + released + "]");
        ConsolePeers.answer("/claims/" + CLAIM, 200, held);
        ConsolePeers.answer("/products", 200, "{\"products\": [{\"sku\": \"book\"}, {\"sku\": \"mug\"}]}");
        ConsolePeers.answer(
                "/faults", 200, "{\"faults\": [{\"scenario\": \"outage\", \"probability\": 0.5, \"struck\": 4}]}");
        ConsolePeers.answer("/ledger", 200, """
                {"entries": [
                  {"sequence": 4, "type": "CAPTURED", "paymentId": "019fa3b2-5c00-7000-8000-000000000001", "orderId": "o",
                   "amount": 1990, "currency": "KRW", "idempotencyKey": "%s:charge", "at": "%s"}]}""".formatted(saga, now.minusSeconds(20)));
    }

    private static String claim(UUID id, String owner, String state, Instant now, String actions) {
        return """
                {"claimId": "%s", "owner": "%s", "state": "%s", "lines": [{"sku": "guide", "quantity": 1, "fence": 1}],
                 "createdAt": "%s", "expiresAt": "%s", "waiting": [], "actions": %s}""".formatted(id, owner, state, now.minusSeconds(21), now.plusSeconds(279), actions);
    }
}

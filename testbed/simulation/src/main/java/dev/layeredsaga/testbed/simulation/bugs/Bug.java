package dev.layeredsaga.testbed.simulation.bugs;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A protection that is taken out.
 *
 * @param name as it is asked for
 * @param what the protection is
 * @param patch a change of the project's own code; null if the model around it behaves otherwise when it has this bug
 */
public record Bug(String name, String what, @Nullable Patch patch) {

    private static final String ENGINE = "libs/engine/src/main/java/dev/layeredsaga/engine/";
    private static final String PAYMENT = "saga-orchestrator/src/main/java/dev/layeredsaga/orchestrator/payment/";
    private static final String ORDER_SAGA = "saga-orchestrator/src/main/java/dev/layeredsaga/orchestrator/ordersaga/";
    private static final String CLAIM = "inventory-service/src/main/java/dev/layeredsaga/inventory/claim/";
    private static final String ITEM = "inventory-service/src/main/java/dev/layeredsaga/inventory/item/Item.java";

    /** All that there are. */
    public static final List<Bug> ALL = List.of(
            modelled("inbox-ignored", "the inbox: what has been handled is handled again"),
            modelled("sent-before-commit", "the outbox: messages leave before their transaction commits"),
            modelled("outbox-forgets", "the outbox: a row is deleted before the broker has its messages"),
            modelled("others-overtaken", "the outbox: nothing waits for what another process has published before"),
            modelled("acknowledged-early", "messages are acknowledged before they have been handled"),
            modelled("held-forgotten", "a message that cannot be handled is held"),
            modelled("unlocked-before-commit", "the lock is released before the commit"),
            modelled("saga-version-ignored", "the saga's version is not compared"),
            patched(
                    "item-version-ignored",
                    "the item's @Version",
                    ITEM,
                    "    @Version\n    private long version;",
                    "    private long version;"),
            patched(
                    "exclusive-lock-ignored",
                    "the semantic lock of an exclusive item",
                    ITEM,
                    "if (lock != null) {\n            return new Obstacle",
                    "if (lock != null && quantity > available()) {\n            return new Obstacle"),
            patched(
                    "tombstone-forgotten",
                    "the tombstone of a saga that releases before it claims",
                    CLAIM + "ClaimChanges.java",
                    "        claims.add(tombstone);\n        state.addClaim(tombstone);\n",
                    ""),
            patched(
                    "token-ignored",
                    "the token",
                    CLAIM + "Claim.java",
                    "presented.equals(token) ? standingAt(now) : Standing.WRONG_TOKEN",
                    "standingAt(now)"),
            patched(
                    "adopted-with-old-token",
                    "the new token of an adopted claim",
                    CLAIM + "Claim.java",
                    "        owner = adopter.owner();\n        token = UUID.randomUUID();",
                    "        owner = adopter.owner();"),
            patched(
                    "expired-claim-confirmed",
                    "the time limit of a claim",
                    CLAIM + "Claim.java",
                    "now.isBefore(expiresAt) ? Standing.CURRENT : Standing.OVERDUE",
                    "Standing.CURRENT"),
            patched(
                    "expiry-frees-nothing",
                    "what an expired claim held",
                    CLAIM + "Expiry.java",
                    "        state.free(claim, (item, line) -> item.release(claim.id(), line.quantity()));\n",
                    ""),
            patched(
                    "sale-not-restocked",
                    "what a cancelled sale gives back",
                    CLAIM + "ClaimChanges.java",
                    "item.restock(line.left())",
                    "{}"),
            patched(
                    "key-per-attempt",
                    "the one idempotency key of a payment",
                    PAYMENT + "GatewayCall.java",
                    "return paymentOf() + CHARGE;",
                    "return attempt().sagaId() + \"-\" + attempt().attempt() + CHARGE;"),
            patched(
                    "void-ignored",
                    "a voided payment",
                    PAYMENT + "Payment.java",
                    "        voided = true;\n    }",
                    "    }"),
            patched(
                    "late-capture-kept",
                    "the refund of what was captured after its compensation",
                    PAYMENT + "Payment.java",
                    "if (state == State.OWED) {\n            return Settlement.GIVE_BACK;",
                    "if (state == State.OWED) {\n            return Settlement.NOTHING;"),
            patched(
                    "late-capture-overlooked",
                    "a capture that is notified after its compensation",
                    PAYMENT + "Payment.java",
                    "} else if (isSettledWithoutMoney()) {\n                    voided = true;",
                    "} else if (state == null) {\n                    voided = true;"),
            patched(
                    "other-amount-confirmed",
                    "the comparison of what was captured with the price",
                    ORDER_SAGA + "OrderSagaReplies.java",
                    "if (!reply.amount().equals(order.total())) {",
                    "if (!reply.amount().currency().equals(order.total().currency())) {"),
            patched(
                    "cancelled-without-refund",
                    "the compensation of the step in hand",
                    ENGINE + "SagaExecution.java",
                    "giveUpAttempt(reason.message());\n        compensate(reason, index());",
                    "giveUpAttempt(reason.message());\n        compensate(reason, index() - 1);"),
            patched(
                    "reached-forgotten",
                    "the compensation of what was done before the saga went back",
                    ENGINE + "SagaExecution.java",
                    "int last = Math.max(from, reached());",
                    "int last = from;"),
            patched(
                    "sequence-stands-still",
                    "the number of an event",
                    ENGINE + "state/Saga.java",
                    "return ++sequence;",
                    "return sequence + 1;"));

    /** A text in a file of the project, and what stands there instead. */
    record Patch(String file, String from, String to) {}

    private static Bug modelled(String name, String what) {
        return new Bug(name, what, null);
    }

    private static Bug patched(String name, String what, String file, String from, String to) {
        return new Bug(name, what, new Patch(file, from, to));
    }

    /** @throws IllegalArgumentException if there is none of this name */
    public static Bug named(String name) {
        return ALL.stream()
                .filter(bug -> bug.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no bug '" + name + "'; there are "
                        + ALL.stream().map(Bug::name).toList()));
    }
}

package dev.layeredsaga.testbed.failures.audit.seen;

/** Everything that is known of a run once nothing moves any more. */
public record Observations(
        CustomersSeen customers,
        OrdersSeen orders,
        InventorySeen inventory,
        GatewaySeen gateway,
        MessagesSeen messages,
        LocksSeen locks,
        TablesSeen tables,
        ReturnsSeen returns) {

    /** Makes those of a run without returns. */
    public Observations(
            CustomersSeen customers,
            OrdersSeen orders,
            InventorySeen inventory,
            GatewaySeen gateway,
            MessagesSeen messages,
            LocksSeen locks,
            TablesSeen tables) {
        this(customers, orders, inventory, gateway, messages, locks, tables, ReturnsSeen.NONE);
    }
}

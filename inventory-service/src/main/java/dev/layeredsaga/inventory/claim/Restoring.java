package dev.layeredsaga.inventory.claim;

import static java.util.Objects.requireNonNull;

import dev.layeredsaga.inventory.claim.Claim.Standing;
import dev.layeredsaga.inventory.claim.command.ClaimCommand;
import dev.layeredsaga.inventory.claim.command.ClaimOutcome;
import dev.layeredsaga.inventory.claim.command.Refusal;
import dev.layeredsaga.inventory.item.Item;
import dev.layeredsaga.inventory.item.Movements;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * Takes back what was sold. The ledger of stock has each return once and for good; the claim counts what has come back, and its version
 * guards that against other returns. Stock only grows, hence the semantic lock of another claim does not matter.
 */
@Component
record Restoring(ClaimRepository claims, Movements movements) {

    ClaimOutcome restore(ClaimCommand.Restore command, WorkingSet state) {
        List<Movements.Entry> wanted = entries(command);
        List<Movements.Entry> earlier = movements.of(command.id());
        if (!earlier.isEmpty()) {
            return earlier.equals(wanted)
                    ? new ClaimOutcome.Restored()
                    : refused(Refusal.NotRestored.Cause.RESTORED_OTHERWISE, "it has restored other lines");
        }
        Claim sale = state.claimOf(command.soldTo());
        if (sale == null || sale.standingAt(state.now()) != Standing.CONFIRMED) {
            return refused(Refusal.NotRestored.Cause.UNKNOWN_SALE, "nothing is sold to " + command.soldTo());
        }
        String exceeded = sale.exceededBy(command.returned());
        if (exceeded != null) {
            return refused(
                    Refusal.NotRestored.Cause.MORE_THAN_SOLD,
                    "more of " + exceeded + " than was sold and has not come back");
        }
        sale.takeBack(command.returned());
        command.putBack().forEach((sku, quantity) -> item(sku, state).putBack(quantity));
        claims.flush(); // before the ledger, which refers to the items
        wanted.forEach(entry -> movements.add(item(entry.sku(), state), entry, command.id()));
        state.freed(command.putBack().keySet());
        return new ClaimOutcome.Restored();
    }

    /** Everything comes back first, and some of it goes again. */
    private static List<Movements.Entry> entries(ClaimCommand.Restore command) {
        List<Movements.Entry> entries = new ArrayList<>();
        command.returned().forEach((sku, quantity) -> entries.add(new Movements.Entry(sku, quantity, "returned")));
        command.writtenOff()
                .forEach((sku, quantity) -> entries.add(new Movements.Entry(sku, -quantity, "written off")));
        return entries;
    }

    private static Item item(String sku, WorkingSet state) {
        return requireNonNull(state.item(sku));
    }

    private static ClaimOutcome refused(Refusal.NotRestored.Cause cause, String message) {
        return new ClaimOutcome.Refused(new Refusal.NotRestored(cause, message));
    }
}

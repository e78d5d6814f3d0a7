package dev.layeredsaga.inventory.claim.request;

import dev.layeredsaga.inventory.claim.ClaimMeters;
import dev.layeredsaga.inventory.claim.command.ClaimCommand;
import dev.layeredsaga.inventory.claim.command.ClaimOutcome;
import dev.layeredsaga.inventory.claim.command.Refusal;
import dev.layeredsaga.inventory.item.SemanticLock;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.stereotype.Service;

/** Handles commands that arrive one at a time. */
@Service
public class ClaimDesk {

    private static final String FIRST_LOCKED = """
            SELECT sku, lock_claim_id, lock_owner, locked_at, lock_expires_at, clock_timestamp() AS now
            FROM item JOIN unnest(?::text[], ?::int[]) AS wanted(sku, quantity) USING (sku)
            WHERE lock_expires_at > clock_timestamp() AND quantity <= on_hand
            ORDER BY sku COLLATE "C" LIMIT 1
            """;

    private final JdbcOperations jdbc;
    private final SharedSections sections;
    private final ClaimGate gate;
    private final ClaimMeters meters;

    ClaimDesk(JdbcOperations jdbc, SharedSections sections, ClaimGate gate, ClaimMeters meters) {
        this.jdbc = jdbc;
        this.sections = sections;
        this.gate = gate;
        this.meters = meters;
    }

    /**
     * Handles the command in a section, which it may share with concurrent commands. If the gate or the semantic lock already shows
     * that an item is busy, a hold without a saga or a key is refused without waiting for the RLock: others may have an earlier claim
     * that is the one in the way.
     */
    public ClaimOutcome handle(ClaimCommand command) {
        return command instanceof ClaimCommand.Hold hold && hold.claimant().sagaId() == null && hold.key() == null
                ? gate.enter(hold).map(this::refused).orElseGet(() -> handleCounted(hold))
                : sections.handle(command);
    }

    /** Leaves the count to the claim that was granted. */
    private ClaimOutcome handleCounted(ClaimCommand.Hold hold) {
        boolean granted = false;
        try {
            ClaimOutcome outcome =
                    firstLocked(hold.quantities()).map(this::refused).orElseGet(() -> sections.handle(hold));
            granted = outcome instanceof ClaimOutcome.Granted;
            return outcome;
        } finally {
            if (!granted) {
                gate.leave(hold);
            }
        }
    }

    private ClaimOutcome refused(Refusal busy) {
        meters.refused(busy);
        return new ClaimOutcome.Refused(busy);
    }

    /** Returns the first of the items, by sku, that has enough stock but is locked. */
    private Optional<Refusal.Busy> firstLocked(Map<String, Integer> quantities) {
        return jdbc
                .query(
                        FIRST_LOCKED,
                        (row, number) -> busy(row),
                        quantities.keySet().toArray(String[]::new),
                        quantities.values().toArray(Integer[]::new))
                .stream()
                .findFirst();
    }

    private static Refusal.Busy busy(ResultSet row) throws SQLException {
        SemanticLock lock = new SemanticLock(
                row.getObject("lock_claim_id", UUID.class),
                row.getString("lock_owner"),
                row.getTimestamp("locked_at").toInstant(),
                row.getTimestamp("lock_expires_at").toInstant());
        return Refusal.Busy.with(
                row.getString("sku"), lock, row.getTimestamp("now").toInstant());
    }
}

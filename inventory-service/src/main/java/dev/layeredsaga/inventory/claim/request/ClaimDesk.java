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
    private final ClaimMeters meters;

    ClaimDesk(JdbcOperations jdbc, SharedSections sections, ClaimMeters meters) {
        this.jdbc = jdbc;
        this.sections = sections;
        this.meters = meters;
    }

    /**
     * Handles the command in a section, which it may share with concurrent commands. If the semantic lock already shows that an
     * item is busy, the command is refused without waiting for the RLock.
     */
    public ClaimOutcome handle(ClaimCommand command) {
        Optional<Refusal.Busy> busy = busyAtFirstSight(command);
        busy.ifPresent(meters::refused);
        return busy.<ClaimOutcome>map(ClaimOutcome.Refused::new).orElseGet(() -> sections.handle(command));
    }

    /**
     * Checks the semantic locks with a plain read, only for holds without a saga or a key: others may have an earlier claim that
     * is the one in the way.
     */
    private Optional<Refusal.Busy> busyAtFirstSight(ClaimCommand command) {
        return command instanceof ClaimCommand.Hold hold && hold.claimant().sagaId() == null && hold.key() == null
                ? firstLocked(hold.quantities())
                : Optional.empty();
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

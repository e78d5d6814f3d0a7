package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.inventory.claim.command.ClaimCommand;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.stereotype.Repository;

/** The audit of claims: every action of an operator, kept for as long as the claim. */
@Repository
public class ClaimAudit {

    private static final String FORCED_RELEASE = "FORCED_RELEASE";

    private final JdbcOperations jdbc;

    ClaimAudit(JdbcOperations jdbc) {
        this.jdbc = jdbc;
    }

    /** An operator's action on a claim. */
    public record Action(String action, String operator, String reason, Instant at) {}

    /** Records a release by force, in the transaction that releases. */
    void released(ClaimCommand.ForceRelease command, Instant now) {
        jdbc.update(
                "INSERT INTO claim_action (claim_id, action, operator, reason, acted_at) VALUES (?, ?, ?, ?, ?)",
                command.claimId(),
                FORCED_RELEASE,
                command.operator(),
                command.reason(),
                now.atOffset(ZoneOffset.UTC));
    }

    /** Returns the actions on a claim, oldest first. */
    public List<Action> of(UUID claimId) {
        return jdbc.query(
                "SELECT action, operator, reason, acted_at FROM claim_action WHERE claim_id = ? ORDER BY id",
                (row, number) -> new Action(
                        row.getString("action"),
                        row.getString("operator"),
                        row.getString("reason"),
                        row.getTimestamp("acted_at").toInstant()),
                claimId);
    }
}

package dev.layeredsaga.inventory.claim;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** A claim as it was when it was read. */
public record ClaimSnapshot(
        UUID id,
        String owner,
        UUID token,
        ClaimState state,
        List<ClaimLine> lines,
        Instant createdAt,
        Instant expiresAt) {

    public ClaimSnapshot {
        lines = List.copyOf(lines);
    }

    /** Keeps the token out of logs. */
    @Override
    public String toString() {
        return "ClaimSnapshot[id=%s, owner=%s, state=%s]".formatted(id, owner, state);
    }
}

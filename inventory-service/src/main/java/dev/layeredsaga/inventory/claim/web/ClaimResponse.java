package dev.layeredsaga.inventory.claim.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.layeredsaga.inventory.claim.ClaimAudit;
import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.claim.command.ClaimState;
import dev.layeredsaga.inventory.queue.Waiter;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * @param token only in the response that grants the claim
 * @param waiting only when an operator looks the claim up: the sagas that wait for its items, first come first, at most the first
 *     hundred
 * @param actions only when an operator looks one claim up: what operators have done to it, oldest first
 */
record ClaimResponse(
        UUID claimId,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable UUID token,
        String owner,
        ClaimState state,
        List<HeldLine> lines,
        Instant createdAt,
        Instant expiresAt,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<UUID> waiting,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<ClaimAudit.Action> actions) {

    static ClaimResponse withToken(ClaimSnapshot claim) {
        return of(claim, claim.token(), null);
    }

    static ClaimResponse withoutToken(ClaimSnapshot claim) {
        return of(claim, null, null);
    }

    static ClaimResponse withWaiting(ClaimSnapshot claim, List<Waiter> waiting) {
        return of(claim, null, waiting.stream().map(Waiter::sagaId).toList());
    }

    ClaimResponse withActions(List<ClaimAudit.Action> known) {
        return new ClaimResponse(claimId, token, owner, state, lines, createdAt, expiresAt, waiting, known);
    }

    private static ClaimResponse of(ClaimSnapshot claim, @Nullable UUID token, @Nullable List<UUID> waiting) {
        return new ClaimResponse(
                claim.id(),
                token,
                claim.owner(),
                claim.state(),
                claim.lines().stream().map(HeldLine::of).toList(),
                claim.createdAt(),
                claim.expiresAt(),
                waiting,
                null);
    }

    /**
     * The quantity that a claim holds of one item: all its lines of that sku together.
     *
     * @param returned how many of them have come back by returns; null if none
     */
    record HeldLine(
            String sku,
            int quantity,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer returned) {

        static HeldLine of(ClaimSnapshot.Line line) {
            return new HeldLine(line.sku(), line.quantity(), line.returned() == 0 ? null : line.returned());
        }
    }
}

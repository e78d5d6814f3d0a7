package dev.layeredsaga.inventory.claim.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.layeredsaga.inventory.claim.ClaimSnapshot;
import dev.layeredsaga.inventory.claim.ClaimState;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** @param token only for whoever has just been granted the claim */
record ClaimResponse(
        UUID claimId,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable UUID token,
        String owner,
        ClaimState state,
        List<ClaimLineJson> lines,
        Instant createdAt,
        Instant expiresAt) {

    static ClaimResponse withToken(ClaimSnapshot claim) {
        return of(claim, claim.token());
    }

    static ClaimResponse withoutToken(ClaimSnapshot claim) {
        return of(claim, null);
    }

    private static ClaimResponse of(ClaimSnapshot claim, @Nullable UUID token) {
        return new ClaimResponse(
                claim.id(),
                token,
                claim.owner(),
                claim.state(),
                claim.lines().stream().map(ClaimLineJson::of).toList(),
                claim.createdAt(),
                claim.expiresAt());
    }
}

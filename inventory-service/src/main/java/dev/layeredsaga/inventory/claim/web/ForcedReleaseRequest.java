package dev.layeredsaga.inventory.claim.web;

import dev.layeredsaga.chassis.validation.PlainText;
import dev.layeredsaga.inventory.claim.ClaimCommand;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * @param onBehalfOf the operator, if the caller is a program that operators use; the caller itself if missing
 */
record ForcedReleaseRequest(
        @NotBlank @Size(max = 500) @PlainText String reason,
        @Nullable @Size(min = 1, max = 200) @PlainText String onBehalfOf) {

    ClaimCommand.ForceRelease toCommand(UUID claimId, String caller) {
        String operator = onBehalfOf == null ? caller : onBehalfOf + " through " + caller;
        return new ClaimCommand.ForceRelease(claimId, operator, reason);
    }
}

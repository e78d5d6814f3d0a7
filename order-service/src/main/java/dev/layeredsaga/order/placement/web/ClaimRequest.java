package dev.layeredsaga.order.placement.web;

import dev.layeredsaga.contract.order.HeldClaim;
import jakarta.validation.constraints.NotNull;
import java.util.UUID;

/** A claim that the customer holds, as the inventory granted it. */
record ClaimRequest(@NotNull UUID id, @NotNull UUID token) {

    HeldClaim toHeldClaim() {
        return new HeldClaim(id, token);
    }

    /** Omits the token, to keep it out of logs. */
    @Override
    public String toString() {
        return "ClaimRequest[id=%s]".formatted(id);
    }
}

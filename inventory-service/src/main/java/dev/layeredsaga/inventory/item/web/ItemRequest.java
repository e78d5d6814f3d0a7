package dev.layeredsaga.inventory.item.web;

import dev.layeredsaga.inventory.item.ClaimPolicy;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import org.jspecify.annotations.Nullable;

/** @param policy {@link ClaimPolicy#EXCLUSIVE} if missing */
record ItemRequest(
        @NotNull @Min(0) @Max(1_000_000_000) Integer onHand,
        @Nullable ClaimPolicy policy) {

    ClaimPolicy policyOrDefault() {
        return policy == null ? ClaimPolicy.EXCLUSIVE : policy;
    }
}

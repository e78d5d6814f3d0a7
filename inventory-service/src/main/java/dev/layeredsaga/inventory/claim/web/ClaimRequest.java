package dev.layeredsaga.inventory.claim.web;

import dev.layeredsaga.chassis.validation.CustomerId;
import dev.layeredsaga.chassis.validation.Sku;
import dev.layeredsaga.inventory.claim.command.ClaimCommand;
import dev.layeredsaga.inventory.claim.command.Claimant;
import dev.layeredsaga.inventory.request.RequestKey;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** @param ttlSeconds 540 (nine minutes) if missing */
record ClaimRequest(
        @NotNull @CustomerId String owner,

        @NotNull @Size(min = 1, max = 100) List<@NotNull @Valid ClaimLineJson> lines,
        @Nullable @Min(1) @Max(3600) Integer ttlSeconds) {

    private static final int DEFAULT_TTL_SECONDS = 540;

    ClaimCommand.Hold toCommand(boolean byOperator, @Nullable RequestKey key) {
        TreeMap<String, Integer> quantities = new TreeMap<>();
        lines.forEach(line -> quantities.merge(line.sku(), line.quantity(), Math::addExact));
        Duration ttl = Duration.ofSeconds(ttlSeconds == null ? DEFAULT_TTL_SECONDS : ttlSeconds);
        Claimant claimant = byOperator ? Claimant.holder(owner) : Claimant.customer(owner);
        return new ClaimCommand.Hold(claimant, quantities, ttl, null, key);
    }

    record ClaimLineJson(
            @NotNull @Sku String sku,
            @NotNull @Min(1) @Max(1_000_000) Integer quantity) {}
}

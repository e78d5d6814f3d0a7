package dev.layeredsaga.inventory.claim.web;

import dev.layeredsaga.chassis.validation.Sku;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;

record ClaimLineJson(
        @NotNull @Sku String sku,
        @NotNull @Min(1) @Max(1_000_000) Integer quantity) {}

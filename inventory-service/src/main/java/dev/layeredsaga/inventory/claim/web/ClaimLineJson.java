package dev.layeredsaga.inventory.claim.web;

import dev.layeredsaga.inventory.item.web.Sku;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;

record ClaimLineJson(
        @NotNull @Sku String sku,
        @NotNull @Min(1) @Max(1_000_000) Integer quantity) {}

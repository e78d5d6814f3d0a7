package dev.layeredsaga.inventory.layers.web;

import dev.layeredsaga.chassis.http.Page;
import dev.layeredsaga.chassis.validation.PlainText;
import dev.layeredsaga.chassis.validation.Sku;
import dev.layeredsaga.inventory.layers.ItemLayers;
import dev.layeredsaga.inventory.layers.LockLayers;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
record LockLayersController(LockLayers layers) {

    @GetMapping("/locks")
    LockPageResponse list(
            @RequestParam(defaultValue = "") @PlainText @Size(max = 64) String sku,
            @RequestParam(required = false) @Nullable @Sku String after,
            @RequestParam(defaultValue = "50") @Min(1) @Max(100) int limit) {
        LockLayers.Found found = layers.find(sku, after, limit + 1);
        Page<ItemLayers, String> page =
                Page.of(found.items(), limit, item -> item.item().sku());
        return LockPageResponse.of(found, page);
    }
}

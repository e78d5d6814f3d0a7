package dev.layeredsaga.inventory.claim.web;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;

record ExtensionRequest(@NotNull @Min(1) @Max(3600) Integer ttlSeconds) {

    Duration ttl() {
        return Duration.ofSeconds(ttlSeconds);
    }
}

package dev.layeredsaga.inventory.item.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.layeredsaga.chassis.http.Page;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** @param next the value of {@code after} for the next page; absent on the last one */
record ItemPageResponse(
        List<ItemResponse> items,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String next) {

    static ItemPageResponse of(Page<ItemResponse, String> page) {
        return new ItemPageResponse(page.entries(), page.next());
    }
}

package dev.layeredsaga.order.placement.web;

import dev.layeredsaga.chassis.validation.PlainText;
import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.order.ReturnedGoods;
import dev.layeredsaga.order.placement.IdempotencyKey;
import dev.layeredsaga.order.placement.returns.ReturnRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * @param lines what is returned; all that has not been returned if missing
 * @param goods default AWAITED
 */
record ReturnBody(
        @Nullable @Size(min = 1, max = 100) @QuantityLimit List<@NotNull @Valid LineRequest> lines,
        @NotNull @NotBlank @Size(max = 500) @PlainText String reason,
        @Nullable ReturnedGoods goods) {

    ReturnRequest toRequest(UUID orderId, IdempotencyKey key) {
        return new ReturnRequest(
                orderId,
                key.caller(),
                key.value(),
                lines == null ? null : merged(lines),
                Objects.requireNonNullElse(goods, ReturnedGoods.AWAITED),
                reason);
    }

    private static List<StockLine> merged(List<LineRequest> lines) {
        SortedMap<String, Integer> quantities = new TreeMap<>();
        lines.forEach(line -> quantities.merge(line.sku(), line.quantity(), Math::addExact));
        return quantities.entrySet().stream()
                .map(line -> new StockLine(line.getKey(), line.getValue()))
                .toList();
    }
}

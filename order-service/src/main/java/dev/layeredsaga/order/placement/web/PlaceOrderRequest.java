package dev.layeredsaga.order.placement.web;

import dev.layeredsaga.chassis.problem.FieldProblem;
import dev.layeredsaga.contract.order.HeldClaim;
import dev.layeredsaga.contract.order.OnBusy;
import dev.layeredsaga.order.placement.IdempotencyKey;
import dev.layeredsaga.order.placement.PlaceOrder;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * @param onBusy default REJECT
 * @param claim the claim that the customer holds already; its lines must equal the order's
 */
record PlaceOrderRequest(
        @NotNull @Pattern(regexp = CUSTOMER_ID, message = CUSTOMER_ID_RULE) String customerId,

        @NotNull @Size(min = 1, max = 100) @QuantityLimit List<@NotNull @Valid LineRequest> lines,

        @NotNull @Pattern(regexp = "pm_[a-z0-9_]{1,60}", message = "must be pm_ and 1 to 60 of a-z 0-9 _") String paymentMethod,

        @Nullable OnBusy onBusy,
        @Nullable @Valid ClaimRequest claim) {

    static final String CUSTOMER_ID = "[A-Za-z0-9][A-Za-z0-9._:@-]{0,63}";
    static final String CUSTOMER_ID_RULE =
            "must be 1 to 64 letters, digits or . _ : @ - and start with a letter or digit";

    PlaceOrder toCommand(IdempotencyKey key) {
        return new PlaceOrder(
                key,
                customerId,
                lines.stream().map(LineRequest::toStockLine).toList(),
                paymentMethod,
                onBusy == null ? OnBusy.REJECT : onBusy,
                claim == null ? null : claim.toHeldClaim());
    }

    /** Returns a problem for each line whose sku does not exist. */
    List<FieldProblem> problemsWith(Set<String> unknownSkus) {
        return IntStream.range(0, lines.size())
                .filter(i -> unknownSkus.contains(lines.get(i).sku()))
                .mapToObj(i -> new FieldProblem(
                        "lines[%d].sku".formatted(i),
                        "%s does not exist".formatted(lines.get(i).sku())))
                .toList();
    }

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
}

package dev.layeredsaga.order.placement.web;

import dev.layeredsaga.chassis.problem.FieldProblem;
import dev.layeredsaga.chassis.validation.CustomerId;
import dev.layeredsaga.contract.order.HeldClaim;
import dev.layeredsaga.contract.order.OnBusy;
import dev.layeredsaga.contract.order.OrderTiming;
import dev.layeredsaga.order.placement.IdempotencyKey;
import dev.layeredsaga.order.placement.PlaceOrder;
import dev.layeredsaga.order.web.MoneyRequest;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * @param onBusy default REJECT
 * @param deadlineSeconds how long the order may take; the orchestrator's setting if missing
 * @param queueTimeoutSeconds how long it waits in line, shorter than its deadline, which is needed with two minutes or more; three quarters
 *     of it if missing
 * @param expectedTotal the total at which the order is placed, and not at another; any if missing
 * @param claim the claim that the customer holds already; its lines must equal the order's
 */
@PlaceOrderRequest.ValidQueueTimeout
record PlaceOrderRequest(
        @NotNull @CustomerId String customerId,

        @NotNull @Size(min = 1, max = 100) @QuantityLimit List<@NotNull @Valid LineRequest> lines,

        @NotNull @Pattern(regexp = "pm_[a-z0-9_]{1,60}", message = "must be pm_ and 1 to 60 of a-z 0-9 _") String paymentMethod,

        @Nullable OnBusy onBusy,
        @Nullable @Min(10) @Max(3600) Integer deadlineSeconds,
        @Nullable @Min(1) @Max(3600) Integer queueTimeoutSeconds,
        @Nullable @Valid MoneyRequest expectedTotal,
        @Nullable @Valid ClaimRequest claim) {

    PlaceOrder toCommand(IdempotencyKey key) {
        return new PlaceOrder(
                key,
                customerId,
                lines.stream().map(LineRequest::toStockLine).toList(),
                paymentMethod,
                onBusy == null ? OnBusy.REJECT : onBusy,
                deadlineSeconds == null && queueTimeoutSeconds == null
                        ? null
                        : new OrderTiming(deadlineSeconds, queueTimeoutSeconds),
                expectedTotal == null ? null : expectedTotal.toMoney(),
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

    /**
     * Accepts {@code queueTimeoutSeconds} only of an order that waits, and only if it is shorter than the order's own deadline, or than the
     * orchestrator's default.
     */
    @Constraint(validatedBy = ValidQueueTimeout.Validator.class)
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @interface ValidQueueTimeout {

        String message() default
                "is for orders with onBusy WAIT, and must be less than deadlineSeconds, which is needed with 120 or more";

        Class<?>[] groups() default {};

        Class<? extends Payload>[] payload() default {};

        /** Reports it at the field. */
        final class Validator implements ConstraintValidator<ValidQueueTimeout, PlaceOrderRequest> {

            /** Default of {@code orchestrator.order-saga.deadline}. */
            private static final int DEFAULT_DEADLINE_SECONDS = 120;

            @Override
            public boolean isValid(@Nullable PlaceOrderRequest order, ConstraintValidatorContext context) {
                boolean valid = order == null
                        || order.queueTimeoutSeconds() == null
                        || isUseful(order, order.queueTimeoutSeconds());
                if (!valid) {
                    context.disableDefaultConstraintViolation();
                    context.buildConstraintViolationWithTemplate(context.getDefaultConstraintMessageTemplate())
                            .addPropertyNode("queueTimeoutSeconds")
                            .addConstraintViolation();
                }
                return valid;
            }

            private static boolean isUseful(PlaceOrderRequest order, int timeout) {
                return order.onBusy() == OnBusy.WAIT
                        && timeout < Objects.requireNonNullElse(order.deadlineSeconds(), DEFAULT_DEADLINE_SECONDS);
            }
        }
    }
}

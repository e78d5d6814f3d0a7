package dev.layeredsaga.order.placement.web;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Limits the total quantity of each sku to {@link #MAXIMUM}. Reported at the line that exceeds it. */
@Constraint(validatedBy = QuantityLimitValidator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.PARAMETER})
@interface QuantityLimit {

    int MAXIMUM = 10_000;

    String message() default "must not come to more than 10000 with the other lines of this sku";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};
}

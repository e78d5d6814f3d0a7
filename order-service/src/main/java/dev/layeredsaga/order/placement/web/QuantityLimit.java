package dev.layeredsaga.order.placement.web;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Limits the total quantity of each sku to {@link LineRequest#MAXIMUM}. Reported at the line that exceeds it. */
@Constraint(validatedBy = QuantityLimit.Validator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.PARAMETER})
@interface QuantityLimit {

    String message() default "must not come to more than 10000 with the other lines of this sku";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** Adds up the quantities of each sku. Skips lines that are invalid by themselves, which other constraints report. */
    final class Validator implements ConstraintValidator<QuantityLimit, List<LineRequest>> {

        @Override
        public boolean isValid(@Nullable List<LineRequest> lines, ConstraintValidatorContext context) {
            int excess = lines == null ? -1 : firstLineTooMuch(lines);
            if (excess >= 0) {
                report(excess, context);
            }
            return excess < 0;
        }

        private static int firstLineTooMuch(List<LineRequest> lines) {
            Map<String, Integer> quantities = new HashMap<>();
            for (int i = 0; i < lines.size(); i++) {
                LineRequest line = lines.get(i);
                if (isCountable(line)
                        && quantities.merge(line.sku(), line.quantity(), Integer::sum) > LineRequest.MAXIMUM) {
                    return i;
                }
            }
            return -1;
        }

        private static boolean isCountable(@Nullable LineRequest line) {
            return line != null
                    && line.sku() != null
                    && line.quantity() != null
                    && line.quantity() > 0
                    && line.quantity() <= LineRequest.MAXIMUM;
        }

        private static void report(int line, ConstraintValidatorContext context) {
            context.disableDefaultConstraintViolation();
            context.buildConstraintViolationWithTemplate(context.getDefaultConstraintMessageTemplate())
                    .addPropertyNode("quantity")
                    .inIterable()
                    .atIndex(line)
                    .addConstraintViolation();
        }
    }
}

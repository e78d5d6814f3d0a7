package dev.layeredsaga.order.placement.web;

import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Adds up the quantities of each sku. Skips lines that are invalid by themselves, which other constraints report. */
final class QuantityLimitValidator implements ConstraintValidator<QuantityLimit, List<LineRequest>> {

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
                    && quantities.merge(line.sku(), line.quantity(), Integer::sum) > QuantityLimit.MAXIMUM) {
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
                && line.quantity() <= QuantityLimit.MAXIMUM;
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

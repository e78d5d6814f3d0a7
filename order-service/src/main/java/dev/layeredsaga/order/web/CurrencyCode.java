package dev.layeredsaga.order.web;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Currency;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An ISO 4217 currency code. Null is valid. */
@Constraint(validatedBy = CurrencyCode.Validator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.PARAMETER})
public @interface CurrencyCode {

    String message() default "must be an ISO 4217 currency code";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** Checks the code against the JDK's list of currencies. */
    final class Validator implements ConstraintValidator<CurrencyCode, String> {

        private static final Set<String> CODES =
                Currency.availableCurrencies().map(Currency::getCurrencyCode).collect(Collectors.toUnmodifiableSet());

        @Override
        public boolean isValid(@Nullable String value, ConstraintValidatorContext context) {
            return value == null || CODES.contains(value);
        }
    }
}

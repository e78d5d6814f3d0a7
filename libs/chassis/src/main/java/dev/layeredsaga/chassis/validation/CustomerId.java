package dev.layeredsaga.chassis.validation;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import jakarta.validation.ReportAsSingleViolation;
import jakarta.validation.constraints.Pattern;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A customer's id as tokens name it: 1 to 255 characters, as OpenID Connect Core 1.0, section 2, allows them; the first one no space, and
 * none a control character or an unpaired surrogate. Null is valid.
 */
@Pattern(regexp = "[^\\p{Cc}\\p{Cs}\\s][^\\p{Cc}\\p{Cs}]{0,254}") @ReportAsSingleViolation
@Constraint(validatedBy = {})
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.PARAMETER})
public @interface CustomerId {

    String message() default "must be 1 to 255 characters, no space first and no control characters";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};
}

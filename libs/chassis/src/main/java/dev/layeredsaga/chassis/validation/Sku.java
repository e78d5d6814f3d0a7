package dev.layeredsaga.chassis.validation;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import jakarta.validation.ReportAsSingleViolation;
import jakarta.validation.constraints.Pattern;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A valid sku: 1 to 64 letters, digits and {@code . _ : -}, the first one a letter or digit. Null is valid. */
@Pattern(regexp = "[A-Za-z0-9][A-Za-z0-9._:-]{0,63}") @ReportAsSingleViolation
@Constraint(validatedBy = {})
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.PARAMETER})
public @interface Sku {

    String message() default "must be 1 to 64 letters, digits or . _ : - and start with a letter or digit";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};
}

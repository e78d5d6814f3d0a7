package dev.layeredsaga.inventory.item.web;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import jakarta.validation.constraints.Pattern;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A valid sku: 1 to 64 letters, digits, dots, colons, underscores and hyphens, the first a letter or a digit. */
@Pattern(regexp = "[A-Za-z0-9][A-Za-z0-9._:-]{0,63}", message = "must be 1 to 64 letters, digits or . _ : -") @Constraint(validatedBy = {})
@Target({
    ElementType.FIELD,
    ElementType.METHOD,
    ElementType.PARAMETER,
    ElementType.RECORD_COMPONENT,
    ElementType.TYPE_USE
})
@Retention(RetentionPolicy.RUNTIME)
public @interface Sku {

    String message() default "is not a sku";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};
}

package dev.layeredsaga.chassis.security;

import java.util.Objects;
import org.springframework.security.core.Authentication;

/**
 * The caller according to the token. A controller's method can take it as a parameter.
 *
 * @param name the token's subject; for a customer, the customer's id
 * @param isOperator true if the caller has access to everything
 */
public record Caller(String name, boolean isOperator) {

    /** The scope of customers, who have access only to their own data. */
    public static final String CUSTOMER = "SCOPE_customer";

    /** The scope of operators, who have access to everything. */
    public static final String OPERATOR = "SCOPE_operator";

    /** The scope of monitoring systems, which have access only to the meters. */
    public static final String METRICS = "SCOPE_metrics";

    public static Caller of(Authentication authentication) {
        boolean operator = authentication.getAuthorities().stream()
                .anyMatch(authority -> OPERATOR.equals(authority.getAuthority()));
        return new Caller(Objects.requireNonNull(authentication.getName(), "a caller without a name"), operator);
    }

    /** Returns true if the caller has access to this customer's data. */
    public boolean maySee(String customerId) {
        return isOperator || name.equals(customerId);
    }
}

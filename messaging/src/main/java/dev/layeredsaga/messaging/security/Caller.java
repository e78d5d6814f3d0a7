package dev.layeredsaga.messaging.security;

import org.springframework.security.core.Authentication;

/**
 * Who calls, as the token says. A controller's method can have it as a parameter.
 *
 * @param name the token's subject; a customer's is the customer's id
 * @param isOperator whether everything is open to the caller
 */
public record Caller(String name, boolean isOperator) {

    /** The scope of customers, to whom only what is their own is open. */
    public static final String CUSTOMER = "SCOPE_customer";

    /** The scope of operators, to whom everything is open. */
    public static final String OPERATOR = "SCOPE_operator";

    /** The scope of those who watch: the meters are open to them, and nothing else. */
    public static final String METRICS = "SCOPE_metrics";

    public static Caller of(Authentication authentication) {
        boolean operator = authentication.getAuthorities().stream()
                .anyMatch(authority -> OPERATOR.equals(authority.getAuthority()));
        return new Caller(authentication.getName(), operator);
    }

    /** Whether what belongs to this customer is open to the caller. */
    public boolean maySee(String customerId) {
        return isOperator || name.equals(customerId);
    }
}

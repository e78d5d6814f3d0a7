package dev.layeredsaga.paymentstub.fault;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.InvalidInput;

/** A payment method, which in this gateway selects the order's scenario: {@code pm_} and the scenario's name. */
public record PaymentMethod(Scenario scenario) {

    private static final String PREFIX = "pm_";

    /**
     * @throws InvalidInput if there is no such method
     */
    @JsonCreator
    public static PaymentMethod named(String name) {
        if (!name.startsWith(PREFIX)) {
            throw unknown(name);
        }
        return Scenario.named(name.substring(PREFIX.length()))
                .map(PaymentMethod::new)
                .orElseThrow(() -> unknown(name));
    }

    @JsonValue
    public String name() {
        return PREFIX + scenario.wireName();
    }

    private static InvalidInput unknown(String name) {
        return new InvalidInput(ErrorCode.UNKNOWN_PAYMENT_METHOD, "method", "there is no payment method " + name);
    }
}

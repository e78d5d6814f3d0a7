package dev.layeredsaga.paymentstub.fault;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.InvalidInput;
import java.util.Arrays;

/** A payment method, which in this gateway selects the order's scenario: {@code pm_} and the scenario's name. */
public record PaymentMethod(Scenario scenario) {

    /**
     * @throws InvalidInput if there is no such method
     */
    @JsonCreator
    public static PaymentMethod named(String name) {
        return Arrays.stream(Scenario.values())
                .map(PaymentMethod::new)
                .filter(method -> method.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new InvalidInput(
                        ErrorCode.UNKNOWN_PAYMENT_METHOD, "method", "there is no payment method " + name));
    }

    @JsonValue
    public String name() {
        return "pm_" + scenario.wireName();
    }
}

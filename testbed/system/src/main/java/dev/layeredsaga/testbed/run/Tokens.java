package dev.layeredsaga.testbed.run;

import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import dev.layeredsaga.testbed.system.StubAccess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

/**
 * The credentials for a system on this machine.
 *
 * @param customer the token of the customer {@link #CUSTOMER}
 * @param operator a token with full access
 * @param gatewayKey an API key of the payment stub
 */
record Tokens(String customer, String operator, String gatewayKey) {

    static final String CUSTOMER = "me";

    static Tokens issue() {
        LocalIssuer issuer = LocalIssuer.get();
        return new Tokens(issuer.customer(CUSTOMER), issuer.operator("admin"), StubAccess.apiKey());
    }

    /**
     * Returns the tokens that another identity provider has issued, from {@code TOKEN} and {@code ADMIN}, with {@code GATEWAY_KEY}.
     *
     * @throws UsageException if one of them is missing
     */
    static Tokens of(Map<String, String> environment) {
        String customer = environment.getOrDefault("TOKEN", "");
        String operator = environment.getOrDefault("ADMIN", "");
        String gatewayKey = environment.getOrDefault("GATEWAY_KEY", "");
        if (customer.isBlank() || operator.isBlank() || gatewayKey.isBlank()) {
            throw new UsageException(
                    "--docker needs TOKEN and ADMIN of the system's identity provider, and GATEWAY_KEY");
        }
        return new Tokens(customer, operator, gatewayKey);
    }

    /** Puts them and the ports into a file that only its owner can read, and that goes with this process. */
    void keepIn(Path file, ChosenPorts ports) {
        try {
            PrivateFile.write(
                    file,
                    "TOKEN=" + customer + "\nADMIN=" + operator + "\nGATEWAY_KEY=" + gatewayKey + "\n" + ports.lines());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the commands of a first order, for a shell in the project's folder. */
    static String firstOrder(Path file, URI orders) {
        return """
              . %s    # $TOKEN (a customer), $ADMIN (an operator), $GATEWAY_KEY
              curl -i %s/orders -H "Authorization: Bearer $TOKEN" -H 'Prefer: wait=10' \\
                -H 'Content-Type: application/json' -H "Idempotency-Key: $RANDOM-$RANDOM" \\
                -d '{"customerId": "%s", "lines": [{"sku": "book", "quantity": 1}], "paymentMethod": "pm_ok"}'
            """.formatted(file, orders, CUSTOMER);
    }
}

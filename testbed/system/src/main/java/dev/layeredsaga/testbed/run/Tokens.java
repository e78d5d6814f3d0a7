package dev.layeredsaga.testbed.run;

import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * What opens the doors of a system that runs on this machine: two bearer tokens, as lines for a shell.
 *
 * @param customer the token of a customer by the name of {@link #CUSTOMER}
 * @param operator a token that opens everything
 */
record Tokens(String customer, String operator) {

    static final String CUSTOMER = "me";

    static Tokens issue() {
        LocalIssuer issuer = LocalIssuer.get();
        return new Tokens(issuer.customer(CUSTOMER), issuer.operator("admin"));
    }

    /** Assignments that a shell can read. */
    String lines() {
        return "TOKEN=" + customer + "\nADMIN=" + operator + "\n";
    }

    /** Puts the lines into a file that only its owner can read, and that goes with this process. */
    void keepIn(Path file) {
        try {
            Files.deleteIfExists(file);
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            file.toFile().deleteOnExit();
            Files.writeString(file, lines());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A first order, for a shell that has read the lines. */
    static String firstOrder(URI orders) {
        return """
                curl -i %s/orders -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
                  -H "Idempotency-Key: $RANDOM-$RANDOM" -H 'Prefer: wait=10' \\
                  -d '{"customerId": "%s", "lines": [{"sku": "book", "quantity": 1}], "paymentMethod": "pm_ok"}'
                """.formatted(orders, CUSTOMER);
    }
}

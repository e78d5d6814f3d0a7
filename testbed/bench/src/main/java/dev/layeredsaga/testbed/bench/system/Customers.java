package dev.layeredsaga.testbed.bench.system;

import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** The customers who order, each with a token of their own that was signed before the benchmark. */
record Customers(List<Customer> all) {

    private static final int MANY = 10_000;

    /** A customer and their {@code Authorization} header. */
    record Customer(String id, String authorization) {}

    static Customers withTokens() {
        LocalIssuer issuer = LocalIssuer.get();
        return new Customers(IntStream.range(0, MANY)
                .parallel()
                .mapToObj(number -> "customer-" + number)
                .map(id -> new Customer(id, "Bearer " + issuer.customer(id)))
                .toList());
    }

    Customer any() {
        return all.get(ThreadLocalRandom.current().nextInt(all.size()));
    }
}

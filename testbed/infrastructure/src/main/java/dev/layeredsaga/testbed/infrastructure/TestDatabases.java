package dev.layeredsaga.testbed.infrastructure;

import java.util.concurrent.atomic.AtomicInteger;

/** Empty databases in the {@link SharedInfrastructure}, so that tests do not meet each other's rows. */
public final class TestDatabases {

    private static final AtomicInteger CREATED = new AtomicInteger();

    private TestDatabases() {}

    /** @param prefix how the name begins, in lower-case letters, digits and underscores */
    public static TestDatabase fresh(String prefix) {
        var postgres = SharedInfrastructure.get().postgres();
        var name = "%s_%d".formatted(prefix, CREATED.incrementAndGet());
        postgres.createDatabase(name);
        return new TestDatabase(name, postgres.jdbcUrl(name), postgres.user(), postgres.password());
    }
}

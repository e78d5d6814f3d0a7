package dev.layeredsaga.testbed.infrastructure;

import java.util.concurrent.atomic.AtomicInteger;

/** Creates empty databases in the {@link SharedInfrastructure}, so that tests are isolated from each other. */
public final class TestDatabases {

    private static final AtomicInteger CREATED = new AtomicInteger();

    private TestDatabases() {}

    /** @param prefix the prefix of the name, in lower-case letters, digits and underscores */
    public static TestDatabase fresh(String prefix) {
        var postgres = SharedInfrastructure.get().postgres();
        var name = "%s_%d".formatted(prefix, CREATED.incrementAndGet());
        postgres.createDatabase(name);
        return new TestDatabase(name, postgres.jdbcUrl(name), postgres.user(), postgres.password());
    }
}

package dev.layeredsaga.messaging.hibernate;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.hibernate.engine.jdbc.batch.internal.BatchBuilderImpl;
import org.hibernate.engine.jdbc.batch.spi.Batch;
import org.hibernate.engine.jdbc.batch.spi.BatchBuilder;
import org.hibernate.engine.jdbc.batch.spi.BatchKey;
import org.hibernate.engine.jdbc.mutation.group.PreparedStatementGroup;
import org.hibernate.engine.jdbc.spi.JdbcCoordinator;

/**
 * Lets Hibernate send a batch of updates of one entity as a single statement: the rows go over as arrays, one for each column.
 * For PostgreSQL; to be named in {@code hibernate.jdbc.batch.builder}.
 *
 * <p>A batch of JDBC is one round trip, but to the server still a statement for each row, which it starts and ends, and for which
 * it reads the table's check constraints anew. What an update must find, the {@code @Version} above all, is in the statement's
 * condition as ever: if one of the rows has been changed by somebody else, the flush fails with a
 * {@link org.hibernate.StaleStateException}. Other batches, and one of a single row, go as they always did. Thread-safe.
 */
public final class UpdatesAsSets implements BatchBuilder {

    private static final int USUALLY_AT_MOST = 100;

    private final BatchBuilder ordinary = new BatchBuilderImpl(USUALLY_AT_MOST);
    private final Map<String, Optional<SetUpdate>> bySql = new ConcurrentHashMap<>();

    @Override
    public Batch buildBatch(
            BatchKey key,
            Integer explicitBatchSize,
            Supplier<PreparedStatementGroup> statements,
            JdbcCoordinator coordinator) {
        return ordinary.buildBatch(key, explicitBatchSize, () -> asSets(statements.get()), coordinator);
    }

    private PreparedStatementGroup asSets(PreparedStatementGroup statements) {
        return statements.getNumberOfStatements() == 1
                ? bySql.computeIfAbsent(statements.getSingleStatementDetails().getSqlString(), SetUpdate::of)
                        .<PreparedStatementGroup>map(update -> new SetGroup(statements, update))
                        .orElse(statements)
                : statements;
    }
}

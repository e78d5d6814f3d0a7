package dev.layeredsaga.messaging.hibernate;

import java.sql.PreparedStatement;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.hibernate.engine.jdbc.mutation.group.PreparedStatementDetails;
import org.hibernate.engine.jdbc.mutation.group.PreparedStatementGroup;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.jdbc.Expectation;
import org.hibernate.sql.model.TableMapping;
import org.jspecify.annotations.Nullable;

/** A group of one update whose statement keeps the rows of a batch and sends them as a set. */
final class SetGroup implements PreparedStatementGroup {

    private final PreparedStatementGroup group;
    private final Details details;

    SetGroup(PreparedStatementGroup group, SetUpdate update) {
        this.group = group;
        this.details = new Details(group.getSingleStatementDetails(), update);
    }

    @Override
    public int getNumberOfStatements() {
        return group.getNumberOfStatements();
    }

    @Override
    public int getNumberOfActiveStatements() {
        return group.getNumberOfActiveStatements();
    }

    @Override
    public PreparedStatementDetails getSingleStatementDetails() {
        return details;
    }

    @Override
    public void forEachStatement(BiConsumer<String, PreparedStatementDetails> action) {
        group.forEachStatement((table, unused) -> action.accept(table, details));
    }

    @Override
    public @Nullable PreparedStatementDetails resolvePreparedStatementDetails(String table) {
        return group.resolvePreparedStatementDetails(table) == null ? null : details;
    }

    @Override
    public @Nullable PreparedStatementDetails getPreparedStatementDetails(String table) {
        return group.getPreparedStatementDetails(table) == null ? null : details;
    }

    @Override
    public void release() {
        group.release();
        details.forget();
    }

    @Override
    public boolean hasMatching(Predicate<PreparedStatementDetails> filter) {
        return group.hasMatching(filter);
    }

    private static final class Details implements PreparedStatementDetails {

        private final PreparedStatementDetails details;
        private final SetUpdate update;
        private @Nullable PreparedStatement statement;

        Details(PreparedStatementDetails details, SetUpdate update) {
            this.details = details;
            this.update = update;
        }

        @Override
        public TableMapping getMutatingTableDetails() {
            return details.getMutatingTableDetails();
        }

        @Override
        public String getSqlString() {
            return details.getSqlString();
        }

        @Override
        public @Nullable PreparedStatement getStatement() {
            return statement;
        }

        @Override
        public PreparedStatement resolveStatement() {
            if (statement == null) {
                statement = SetStatement.of(details.resolveStatement(), update);
            }
            return statement;
        }

        @Override
        public Expectation getExpectation() {
            return details.getExpectation();
        }

        @Override
        public void releaseStatement(SharedSessionContractImplementor session) {
            details.releaseStatement(session);
            forget();
        }

        @Override
        public boolean toRelease() {
            return details.toRelease();
        }

        void forget() {
            statement = null;
        }
    }
}

package dev.layeredsaga.orchestrator.engine;

import dev.layeredsaga.messaging.commit.LastStatements;
import dev.layeredsaga.messaging.commit.OnePerTransaction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.transaction.support.TransactionSynchronization;

/**
 * What a transaction has to write of its sagas: as the very last thing before it commits, or before it reads sagas again. Rows are
 * locked from then on, and a process that freezes with locked rows keeps the others from its sagas.
 */
final class LastWrites implements TransactionSynchronization {

    private final SagaTable table;
    private final LastStatements statements;
    private final List<Saga> begun = new ArrayList<>();
    private final List<Saga> changed = new ArrayList<>();

    private LastWrites(SagaTable table) {
        this.table = table;
        this.statements = table.lastStatements();
    }

    /** Those of the current transaction. */
    static LastWrites of(SagaTable table) {
        return OnePerTransaction.of(table, LastWrites.class, () -> new LastWrites(table));
    }

    void add(Collection<Saga> newSagas, Collection<Saga> changedSagas) {
        begun.addAll(newSagas);
        changed.addAll(changedSagas);
    }

    /** Who reads these sagas now must find what has been added. If it is about others, it can wait. */
    void writeBeforeReading(Collection<UUID> ids) {
        Set<UUID> added =
                Stream.concat(begun.stream(), changed.stream()).map(Saga::id).collect(Collectors.toSet());
        if (!Collections.disjoint(added, ids)) {
            write();
            statements.makeNow();
        }
    }

    private void write() {
        if (!begun.isEmpty()) {
            statements.add(table.insertion(begun));
            begun.clear();
        }
        if (!changed.isEmpty()) {
            statements.add(table.update(changed));
            changed.clear();
        }
    }

    @Override
    public void beforeCommit(boolean readOnly) {
        write();
    }

    @Override
    public int getOrder() {
        return LastStatements.ORDER_OF_WRITERS;
    }
}

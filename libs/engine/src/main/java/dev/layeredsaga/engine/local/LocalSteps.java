package dev.layeredsaga.engine.local;

import dev.layeredsaga.contract.saga.SagaCommand;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.engine.definition.LocalParticipant;
import dev.layeredsaga.engine.definition.MethodCommand;
import dev.layeredsaga.engine.definition.Participant;
import dev.layeredsaga.engine.definition.SagaReplies;
import dev.layeredsaga.messaging.trace.Tracing;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.springframework.context.SmartLifecycle;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionOperations;

/** Runs the steps that are methods of this service, in the saga's transaction or after it. Thread-safe. */
public final class LocalSteps implements LocalParticipant, SmartLifecycle, MeterBinder {

    private final Savepoints savepoints;
    private final Calls calls;
    private final Tracing tracing;

    LocalSteps(
            JdbcTemplate jdbc,
            TransactionOperations transaction,
            SagaReplies replies,
            Tracing tracing,
            CallSettings settings) {
        this.savepoints = new Savepoints(jdbc);
        this.calls = new Calls(transaction, replies, tracing, settings);
        this.tracing = tracing;
    }

    @Override
    public String name() {
        return Participant.Local.THIS_SERVICE.name();
    }

    @Override
    public List<SagaReply> handle(List<? extends SagaCommand> commands) {
        List<SagaReply> replies = new ArrayList<>();
        for (SagaCommand command : commands) {
            UUID sagaId = command.attempt().sagaId();
            MethodCommand<?> method = (MethodCommand<?>) command;
            tracing.in(sagaId, tracing.of(sagaId), () -> {
                if (method.isCall()) {
                    calls.callAfterCommit(method).ifPresent(replies::add);
                } else {
                    replies.add(savepoints.run(method));
                }
            });
        }
        return replies;
    }

    @Override
    public Set<UUID> unfinished(Collection<UUID> sagaIds) {
        return Set.of();
    }

    @Override
    public void forget(Collection<UUID> sagaIds) {
        // knows nothing of them
    }

    @Override
    public void bindTo(MeterRegistry meters) {
        Gauge.builder("saga.calls.overdue", calls, Calls::overdue)
                .description("Calls that were interrupted at their time limit and have not returned since")
                .register(meters);
    }

    @Override
    public void start() {
        calls.start();
    }

    /** No new calls; those that are out are waited for, and then interrupted. */
    @Override
    public void stop() {
        calls.stop();
    }

    @Override
    public boolean isRunning() {
        return calls.isRunning();
    }

    /** Running before the first saga is driven, and until the last has been. */
    @Override
    public int getPhase() {
        return 0;
    }
}

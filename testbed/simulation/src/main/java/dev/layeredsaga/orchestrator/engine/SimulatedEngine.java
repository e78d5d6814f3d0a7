package dev.layeredsaga.engine;

import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.SagaCommand;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.engine.SagaMeters.CountedEvent;
import dev.layeredsaga.engine.definition.Participant;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.SagaDefinitions;
import dev.layeredsaga.engine.state.ActionRequest;
import dev.layeredsaga.engine.state.Direction;
import dev.layeredsaga.engine.state.EndedAttempt;
import dev.layeredsaga.engine.state.Pauses;
import dev.layeredsaga.engine.state.RequestedAction;
import dev.layeredsaga.engine.state.Saga;
import dev.layeredsaga.engine.state.SagaAction;
import dev.layeredsaga.engine.state.SagaLocks;
import dev.layeredsaga.engine.state.SagaStatus;
import dev.layeredsaga.engine.state.SagaTable;
import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.testbed.simulation.database.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Drives sagas in a simulated database by the engine's own rules. What {@link SagaEngine}, {@link SagaTable} and {@link SagaLocks} do
 * around the rules is modelled here, with the same order of reading and writing.
 */
public final class SimulatedEngine {

    private static final ReplyProofs PROOFS = new ReplyProofs(new byte[32]);

    private final SagaDefinitions definitions;
    private final SagaRows rows;
    private final Database database;
    private final Output output;
    private final Set<String> bugs;
    private final JsonMapper json = new RememberingJson();

    /** The sagas' output in the current transaction. */
    public interface Output {

        void send(Participant participant, SagaCommand command);

        void publish(UUID sagaId, long sequence, SagaEvent event);
    }

    /** A saga as it has been written. */
    public record SagaState(
            UUID id,
            SagaStatus status,
            Direction direction,
            @Nullable String step,
            int attempt,
            long sequence,
            @Nullable Instant dueAt) {

        public boolean hasEnded() {
            return status.isFinal();
        }

        /** True if only an operator can move it. */
        public boolean needsOperator() {
            return !status.isFinal() && dueAt == null;
        }
    }

    /** A due saga that has been locked. */
    public record Locked(UUID id, long version) {}

    public SimulatedEngine(SagaDefinitions definitions, Database database, Output output, Set<String> bugs) {
        this.definitions = definitions;
        this.database = database;
        this.output = output;
        this.bugs = bugs;
        this.rows = new SagaRows(database, bugs.contains("saga-version-ignored"));
    }

    public List<SagaState> sagas() {
        List<SagaState> all = new ArrayList<>();
        rows.rows().forEach(row -> all.add(stateOf(row.saga())));
        return all;
    }

    public @Nullable SagaState saga(UUID id) {
        SagaRows.Row row = rows.row(id);
        return row == null ? null : stateOf(row.saga());
    }

    private static SagaState stateOf(Saga saga) {
        return new SagaState(
                saga.id(), saga.status(), saga.direction(), saga.step(), saga.attempt(), saga.sequence(), saga.dueAt());
    }

    public <D> void start(SagaDefinition<D> definition, UUID id, D data) {
        if (rows.find(id) == null) {
            start(definition.newSaga(id, data, json.writeValueAsString(data), database.now()));
        }
    }

    /**
     * A saga that may have been lost.
     *
     * @param reached the last step that may have been done before
     * @param published the sequence of the last event that is known
     */
    public <D> void startAgain(SagaDefinition<D> definition, UUID id, D data, String reached, long published) {
        if (rows.find(id) == null) {
            Saga saga = definition.newSaga(id, data, json.writeValueAsString(data), database.now());
            saga.hasReached(reached);
            saga.goOnAfter(published);
            start(saga);
        }
    }

    private void start(Saga saga) {
        run(saga).start();
        rows.add(saga);
    }

    /** In the current transaction. Returns false if the saga has ended already, or cannot be known. */
    public <D> boolean endAgain(SagaDefinition<D> definition, PastSaga<D> past) {
        Saga saga = findOrBegin(definition, past);
        if (saga == null || saga.status().isFinal()) {
            return false;
        }
        past.end(saga, json, database.now());
        return true;
    }

    /** In the current transaction. */
    public <D> void goOnAgain(SagaDefinition<D> definition, PastSaga<D> past, String reached) {
        Saga saga = past.reason() == null ? rows.find(past.id()) : findOrBegin(definition, past);
        if (saga != null && !saga.status().isFinal()) {
            past.goOn(saga, definition, reached, json, database.now());
        }
    }

    private <D> @Nullable Saga findOrBegin(SagaDefinition<D> definition, PastSaga<D> past) {
        Saga known = rows.find(past.id());
        Saga saga = known == null ? past.begun(definition, json) : known;
        if (known == null && saga != null) {
            rows.add(saga);
        }
        return saga;
    }

    public void reply(SagaReply reply) {
        with(reply.attempt().sagaId(), run -> run.reply(reply));
    }

    /** In a transaction of its own that begins and ends now. */
    public void mayHaveReached(String step) {
        rows.mayHaveReached(step);
    }

    public void cancel(UUID id, Reason reason) {
        with(id, run -> run.cancel(reason));
    }

    public List<Locked> lockDue(int limit, Duration lockTimeout) {
        Instant now = database.now();
        return rows.lockDue(now, limit, now.plus(lockTimeout)).stream()
                .map(locked -> new Locked(locked.id(), locked.version()))
                .toList();
    }

    /** Drives those that nobody has touched since they were locked. */
    public void due(Collection<Locked> locked) {
        for (Locked lock : locked) {
            Saga saga = rows.find(lock.id());
            boolean mine = saga != null && (saga.version() == lock.version() || bugs.contains("due-ignores-version"));
            if (saga != null && mine && !saga.status().isFinal()) {
                run(saga).due();
            }
        }
    }

    /** An operator acts on a saga. */
    public void act(UUID id, SagaAction action) {
        Saga saga = rows.find(id);
        if (saga != null) {
            new OperatorRun<>(run(saga), saga, context()).act(new ActionRequest(action, "operator", "as simulated"));
        }
    }

    private void with(UUID id, Consumer<SagaExecution<?>> input) {
        Saga saga = rows.find(id);
        if (saga != null) {
            input.accept(run(saga));
        }
    }

    private SagaExecution<?> run(Saga saga) {
        return new SagaExecution<>(definitions.of(saga), saga, context());
    }

    private SagaExecution.Context context() {
        return new SagaExecution.Context(json, PROOFS, new Effects(output), database.now(), Pauses.NONE);
    }

    private record Effects(Output output) implements SagaEffects {

        @Override
        public void send(Participant participant, SagaCommand command) {
            output.send(participant, command);
        }

        @Override
        public void tell(Saga saga, long sequence, Instant at, SagaEvent event) {
            output.publish(saga.id(), sequence, event);
        }

        @Override
        public void record(EndedAttempt attempt) {
            // the timeline is for people
        }

        @Override
        public void record(RequestedAction action) {
            // the audit, too
        }

        @Override
        public void record(CountedEvent news) {
            // and the meters
        }
    }

    /** Reads each text once, which is a fifth of a simulation otherwise. For types that do not change. Not thread-safe. */
    private static final class RememberingJson extends JsonMapper {

        private static final JsonMapper PLAIN = MessageJson.mapper();

        private final transient Map<Class<?>, Map<String, Object>> known = new HashMap<>();

        RememberingJson() {
            super(PLAIN.rebuild());
        }

        @Override
        public <T> T readValue(String content, Class<T> type) {
            return type.cast(known.computeIfAbsent(type, absent -> new HashMap<>())
                    .computeIfAbsent(content, absent -> PLAIN.readValue(content, type)));
        }

        @Override
        public String writeValueAsString(Object value) {
            return PLAIN.writeValueAsString(value);
        }
    }
}

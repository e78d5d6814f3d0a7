package dev.layeredsaga.engine;

import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.engine.SignalOutcome.SignalRefusal;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.SagaDefinitions;
import dev.layeredsaga.engine.definition.SagaReplies;
import dev.layeredsaga.engine.state.ActionRefusal;
import dev.layeredsaga.engine.state.ActionRequest;
import dev.layeredsaga.engine.state.GivenSignal;
import dev.layeredsaga.engine.state.LockedSaga;
import dev.layeredsaga.engine.state.PublishedEvent;
import dev.layeredsaga.engine.state.Saga;
import dev.layeredsaga.engine.state.SagaStore;
import dev.layeredsaga.engine.state.SeenSaga;
import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.messaging.trace.Cause;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Drives sagas by what happens to them. Every method works in the caller's transaction and on many sagas at once: one query
 * reads them, one batch writes them, with what they cause. It knows definitions, commands and replies, and no business.
 * Thread-safe.
 */
public final class SagaEngine implements SagaReplies {

    private static final Logger log = LoggerFactory.getLogger(SagaEngine.class);

    /** The most steps that local participants answer in one transaction; a saga with more goes on when it is due. */
    private static final int MOST_LOCAL_ROUNDS = 100;

    private final SagaDefinitions definitions;
    private final SagaStore sagas;
    private final EngineParts parts;
    private final UndrivableSettings undrivable;
    private final JsonMapper json = MessageJson.mapper();
    /** Names this process on the sagas for which it publishes: what it sends from memory is behind its own messages only. */
    private final long process = UUID.randomUUID().getMostSignificantBits();

    public SagaEngine(SagaDefinitions definitions, SagaStore sagas, EngineParts parts, UndrivableSettings undrivable) {
        this.definitions = definitions;
        this.sagas = sagas;
        this.parts = parts;
        this.undrivable = undrivable;
    }

    /** Starts a saga for each entry, by saga id. An id that has a saga already is left alone. */
    public <D> void start(SagaDefinition<D> definition, Map<UUID, D> dataById) {
        start(definition, dataById, saga -> {});
    }

    /**
     * As {@link #start}, for sagas that may have been under way before and been lost, as with a database that was restored: whatever ends
     * them early, compensation begins at the step that they may have come to. They go on behind the events that are known of them.
     *
     * @param reached the name of the last step that may have been done
     */
    public <D> void startAgain(SagaDefinition<D> definition, Map<UUID, D> dataById, String reached) {
        Map<UUID, Long> published = parts.history().lastSequences(dataById.keySet());
        start(definition, dataById, saga -> {
            saga.hasReached(reached);
            saga.goOnAfter(published.getOrDefault(saga.id(), 0L));
        });
    }

    private <D> void start(SagaDefinition<D> definition, Map<UUID, D> dataById, Consumer<Saga> prepare) {
        Driving driving = new Driving(dataById.keySet());
        dataById.forEach((id, data) -> {
            if (driving.find(id) == null) {
                Saga saga = definition.newSaga(id, data, json.writeValueAsString(data), driving.now());
                saga.belongTo(parts.tracing().of(id));
                prepare.accept(saga);
                driving.begin(saga);
            }
        });
        driving.write();
    }

    /**
     * Ends sagas as they had ended before the database lost their ends, as when it was restored: those that are under way again, and those
     * of the definition that are not there at all. So nothing drives them or begins them anew, and all that they had published can be
     * published again.
     *
     * @return those that have been ended; the others had ended already, or cannot be known
     */
    public <D> Set<UUID> endAgain(SagaDefinition<D> definition, Collection<PastSaga<D>> past) {
        Driving driving = new Driving(past.stream().map(PastSaga::id).toList());
        Set<UUID> ended = new HashSet<>();
        for (PastSaga<D> one : past) {
            Saga saga = driving.findOrBegin(one, definition);
            if (saga != null && !saga.status().isFinal()) {
                one.end(saga, json, driving.now());
                ended.add(saga.id());
            }
        }
        parts.history()
                .addPast(past.stream()
                        .filter(one -> ended.contains(one.id()))
                        .flatMap(one -> one.events().stream())
                        .toList());
        driving.write();
        return ended;
    }

    /**
     * Has sagas that had not ended go on behind what they had published before the database lost it, also those that will be started again:
     * no number of an event is used twice. Those that were being compensated are compensated as soon as they can be driven, those of the
     * definition that are not there at all, too.
     *
     * @param reached the name of the last step of the definition that may have been done
     */
    public <D> void goOnAgain(SagaDefinition<D> definition, Collection<PastSaga<D>> past, String reached) {
        Driving driving = new Driving(past.stream().map(PastSaga::id).toList());
        for (PastSaga<D> one : past) {
            Saga saga = one.reason() == null ? driving.find(one.id()) : driving.findOrBegin(one, definition);
            if (saga != null && !saga.status().isFinal()) {
                one.goOn(saga, definition, reached, json, driving.now());
            }
        }
        parts.history()
                .addPast(past.stream().flatMap(one -> one.events().stream()).toList());
        driving.write();
    }

    @Override
    public void reply(List<? extends SagaReply> replies) {
        Set<UUID> unused = replyIfHere(replies, 0);
    }

    /** Applies the replies but those to sagas of versions that this program lacks and another release has, which it returns. */
    Set<UUID> replyIfHere(List<? extends SagaReply> replies, int round) {
        Set<UUID> elsewhere = new HashSet<>();
        if (replies.isEmpty()) {
            return elsewhere;
        }
        Driving driving = new Driving(idsOf(replies));
        for (SagaReply reply : replies) {
            Saga saga = driving.find(reply.attempt().sagaId());
            if (saga == null) {
                log.warn("ignored an answer to {}, which is no saga of ours", reply.attempt());
            } else if (isElsewhere(saga)) {
                elsewhere.add(saga.id());
            } else {
                driving.reply(saga, reply);
            }
        }
        driving.write(round);
        return elsewhere;
    }

    /** Returns true if another release has to see to a reply. To an ended saga only a newer one does, which may compensate what comes late. */
    private boolean isElsewhere(Saga saga) {
        boolean missed =
                !saga.status().isFinal() || definitions.isOfNewerRelease(saga.definition(), saga.definitionVersion());
        return missed && definitions.find(saga).isEmpty();
    }

    private static List<UUID> idsOf(List<? extends SagaReply> replies) {
        return replies.stream().map(reply -> reply.attempt().sagaId()).toList();
    }

    /**
     * Ignores the replies, and has each saga that awaited one ask again soon. What no saga awaits is ignored like any other such reply.
     *
     * @return those that were awaited
     */
    List<SagaReply> refuse(List<SagaReply> replies) {
        List<SagaReply> awaited = new ArrayList<>();
        if (replies.isEmpty()) {
            return awaited;
        }
        Driving driving = new Driving(idsOf(replies));
        for (SagaReply reply : replies) {
            Saga saga = driving.find(reply.attempt().sagaId());
            if (saga != null) {
                driving.with(saga, (one, now) -> one.refuse(now, reply, awaited::add));
            }
        }
        driving.write();
        return awaited;
    }

    /**
     * Keeps a signal for its saga, which takes it at once if it waits for it, and otherwise when it comes to that. The saga's row is written
     * in either case, compared with what was read: a transaction that moves the saga meanwhile fails, or has seen the signal.
     */
    SignalOutcome signal(GivenSignal signal) {
        Driving driving = new Driving(List.of(signal.sagaId()));
        Saga saga = driving.find(signal.sagaId());
        if (saga == null) {
            return new SignalOutcome.Refused(SignalRefusal.SAGA_NOT_FOUND);
        }
        Optional<GivenSignal> known = parts.signals().find(signal.sagaId(), signal.key());
        if (known.isEmpty()) {
            if (!definitions.of(saga).signals().containsKey(signal.name())) {
                return new SignalOutcome.Refused(SignalRefusal.SIGNAL_NOT_FOUND);
            }
            if (saga.status().isFinal()) {
                return new SignalOutcome.Refused(SignalRefusal.SAGA_ENDED);
            }
            if (parts.signals().keep(signal)) {
                saga.touch();
                driving.write();
            }
            known = parts.signals().find(signal.sagaId(), signal.key());
        }
        return known.map(kept -> SignalOutcome.of(kept, signal))
                .orElse(new SignalOutcome.Refused(SignalRefusal.SIGNAL_KEPT));
    }

    /** Compensates those of the sagas that have not ended and are not being compensated yet. */
    public void cancel(Collection<UUID> ids, Reason reason) {
        Driving driving = new Driving(ids);
        List.copyOf(driving.byId.values()).forEach(saga -> driving.with(saga, (one, now) -> one.cancel(now, reason)));
        driving.write();
    }

    /**
     * The database may have lost what sagas of the definition that go forward did at a step. Those that have not come to it begin their
     * compensation there, unless they have noted another step by going back. Those that are past it do it again as soon as they can be
     * driven: it may have been compensated.
     *
     * @return those that are at that step now
     */
    public Set<UUID> mayHaveReached(SagaDefinition<?> definition, String step) {
        Driving driving = new Driving(sagas.lockForward(definition.name()));
        for (Saga saga : List.copyOf(driving.byId.values())) {
            if (saga.reached() == null) {
                saga.hasReached(step);
            }
            driving.with(saga, (one, past) -> one.repeat(past, step));
        }
        driving.write();
        return driving.byId.values().stream()
                .filter(saga -> step.equals(saga.step()))
                .map(Saga::id)
                .collect(Collectors.toSet());
    }

    /**
     * Publishes events of sagas again, as they were published before.
     *
     * @param afterSequences for each saga, the sequence of the last event that is not wanted
     */
    public void publishAgain(Map<UUID, Long> afterSequences) {
        List<PublishedEvent> events = parts.history().eventsAfter(afterSequences);
        events.forEach(event -> parts.outbox().publish(event.message()));
        parts.meters().countPublishedAgain(events.size());
        log.info("published {} events of {} sagas again", events.size(), afterSequences.size());
    }

    /**
     * Does what an operator asks with each of the sagas that is still as it was seen and can take it, and writes it into the audit.
     * Returns why not for each of the others.
     */
    public Map<UUID, ActionRefusal> act(List<SeenSaga> seen, ActionRequest request) {
        Map<UUID, ActionRefusal> refused = new HashMap<>();
        Driving driving = new Driving(seen.stream().map(SeenSaga::id).toList());
        seen.forEach(one -> driving.act(driving.find(one.id()), one.revision(), request)
                .ifPresent(why -> refused.put(one.id(), why)));
        driving.write();
        return refused;
    }

    /** Returns the definitions that this program has, each by its name and, after a space, its version. */
    public Set<String> versions() {
        return definitions.versions();
    }

    /** Drives the sagas whose time has come, except those that someone else has touched since they were locked. */
    public void due(Collection<LockedSaga> locked) {
        Driving driving = new Driving(locked.stream().map(LockedSaga::id).toList());
        for (LockedSaga lock : locked) {
            Saga saga = driving.find(lock.id());
            if (saga != null
                    && saga.version() == lock.version()
                    && !saga.status().isFinal()) {
                Cause cause = new Cause("saga due", saga.id().toString(), saga.trace());
                parts.tracing().handle(List.of(cause), () -> driving.with(saga, SagaDriver::due));
            }
        }
        driving.write();
    }

    /** The sagas of one batch: read, driven each in its trace and with its id in the log, and written with what they cause. */
    private final class Driving {

        private final Map<UUID, Saga> byId;
        private final Instant now;
        private final DatabaseEffects effects;
        private final SagaDriver driver;
        private final List<Saga> begun = new ArrayList<>();

        Driving(Collection<UUID> ids) {
            SagaStore.Reading reading = sagas.read(ids);
            now = reading.now();
            byId = reading.byId();
            effects = new DatabaseEffects(parts, json, publishedByOthers());
            driver = new SagaDriver(
                    definitions,
                    new SagaExecution.Context(json, parts.proofs(), effects, now, reading.pauses()),
                    undrivable);
        }

        private Set<UUID> publishedByOthers() {
            return byId.values().stream()
                    .filter(saga -> !Objects.equals(saga.publishedBy(), process))
                    .map(Saga::id)
                    .collect(Collectors.toSet());
        }

        @Nullable Saga find(UUID id) {
            return byId.get(id);
        }

        Instant now() {
            return now;
        }

        /** Null if the saga is not there, and cannot be known. */
        <D> @Nullable Saga findOrBegin(PastSaga<D> past, SagaDefinition<D> definition) {
            Saga known = byId.get(past.id());
            Saga saga = known == null ? past.begun(definition, json) : known;
            if (known == null && saga != null) {
                begun.add(saga);
            }
            return saga;
        }

        void begin(Saga saga) {
            parts.tracing().in(saga.id(), saga.trace(), () -> begun.add(driver.start(saga)));
        }

        void reply(Saga saga, SagaReply reply) {
            with(saga, (one, before) -> one.reply(before, reply));
        }

        void with(Saga saga, BiFunction<SagaDriver, Saga, Saga> input) {
            parts.tracing().in(saga.id(), saga.trace(), () -> byId.put(saga.id(), input.apply(driver, saga)));
        }

        Optional<ActionRefusal> act(@Nullable Saga saga, long revision, ActionRequest request) {
            if (saga == null) {
                return Optional.of(ActionRefusal.SAGA_NOT_FOUND);
            }
            if (saga.revision() != revision) {
                return Optional.of(ActionRefusal.REVISION_OUTDATED);
            }
            List<ActionRefusal> refusals = new ArrayList<>();
            with(saga, (one, before) -> one.act(before, request, refusals::add));
            return refusals.stream().findFirst();
        }

        /** Has the changed sagas take the signals that they wait for and that are kept. */
        private void takeSignals() {
            List<UUID> changed = byId.values().stream()
                    .filter(saga -> saga.hasChanged() && awaits(saga, saga.step()))
                    .map(Saga::id)
                    .toList();
            boolean taken = false;
            for (GivenSignal signal :
                    changed.isEmpty() ? List.<GivenSignal>of() : parts.signals().kept(changed)) {
                Saga saga = Objects.requireNonNull(byId.get(signal.sagaId()));
                if (awaits(saga, signal.name())) {
                    with(saga, (one, before) -> one.signal(before, signal.payload()));
                    if (byId.get(signal.sagaId()) != saga) {
                        parts.signals().take(signal);
                        taken = true;
                    }
                }
            }
            if (taken) {
                takeSignals();
            }
        }

        private boolean awaits(Saga saga, @Nullable String signal) {
            return signal != null
                    && definitions
                            .find(saga)
                            .filter(known -> known.awaits(saga, signal))
                            .isPresent();
        }

        /** Writes the sagas with the current transaction, has local participants handle their commands, and applies the replies. */
        void write() {
            write(0);
        }

        private void write(int round) {
            takeSignals();
            effects.flush();
            List<Saga> changed = byId.values().stream().filter(Saga::hasChanged).toList();
            Stream.concat(begun.stream(), changed.stream())
                    .filter(effects::hasPublishedFor)
                    .forEach(saga -> saga.publishedBy(process));
            sagas.write(begun, changed);
            if (round < MOST_LOCAL_ROUNDS) {
                Set<UUID> unused = replyIfHere(effects.handleLocalCommands(), round + 1);
            }
        }
    }
}

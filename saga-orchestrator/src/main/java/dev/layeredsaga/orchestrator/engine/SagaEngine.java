package dev.layeredsaga.orchestrator.engine;

import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.messaging.saga.Reason;
import dev.layeredsaga.messaging.saga.SagaReply;
import dev.layeredsaga.messaging.trace.Cause;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
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

    private final SagaDefinitions definitions;
    private final SagaTable sagas;
    private final EngineParts parts;
    private final Duration compensationPatience;
    private final UndrivableSettings undrivable;
    private final JsonMapper json = MessageJson.mapper();
    /** Names this process on the sagas for which it publishes: what it sends from memory is behind its own messages only. */
    private final long process = UUID.randomUUID().getMostSignificantBits();

    /** @param compensationPatience how long one compensation is tried before the saga is parked for a person */
    public SagaEngine(
            SagaDefinitions definitions,
            SagaTable sagas,
            EngineParts parts,
            Duration compensationPatience,
            UndrivableSettings undrivable) {
        this.definitions = definitions;
        this.sagas = sagas;
        this.parts = parts;
        this.compensationPatience = compensationPatience;
        this.undrivable = undrivable;
    }

    /** Starts a saga for each entry, by saga id. An id that has a saga already is left alone. */
    public <D> void start(SagaDefinition<D> definition, Map<UUID, D> dataById) {
        drive(
                dataById.keySet(),
                (existing, driver) -> dataById.forEach((id, data) -> {
                    if (!existing.containsKey(id)) {
                        Saga saga = new Saga(id, definition, json.writeValueAsString(data), driver.now());
                        saga.belongTo(parts.tracing().of(id));
                        driver.begin(saga);
                    }
                }));
    }

    @Override
    public void reply(List<? extends SagaReply> replies) {
        if (replies.isEmpty()) {
            return;
        }
        List<UUID> ids = replies.stream().map(reply -> reply.attempt().sagaId()).toList();
        drive(ids, (byId, driver) -> {
            for (SagaReply reply : replies) {
                Saga saga = byId.get(reply.attempt().sagaId());
                if (saga == null) {
                    log.warn("ignored an answer to {}, which is no saga of ours", reply.attempt());
                } else {
                    driver.with(saga, (one, now) -> one.reply(now, reply));
                }
            }
        });
    }

    /**
     * Ignores the replies, which the participant's own record contradicts, and has each saga that awaited one ask again soon. What no
     * saga awaits is ignored like any other such reply.
     *
     * @return those that were awaited
     */
    List<SagaReply> refuse(List<SagaReply> replies) {
        List<SagaReply> awaited = new ArrayList<>();
        List<UUID> ids = replies.stream().map(reply -> reply.attempt().sagaId()).toList();
        drive(ids, (byId, driver) -> {
            for (SagaReply reply : replies) {
                Saga saga = byId.get(reply.attempt().sagaId());
                if (saga != null) {
                    driver.with(saga, (one, now) -> one.refuse(now, reply, awaited::add));
                }
            }
        });
        return awaited;
    }

    /** Undoes those of the sagas that have not ended and are not being undone yet. */
    public void cancel(Collection<UUID> ids, Reason reason) {
        drive(
                ids,
                (byId, driver) ->
                        byId.values().forEach(saga -> driver.with(saga, (one, now) -> one.cancel(now, reason))));
    }

    /**
     * Publishes events of sagas again, as they were published before.
     *
     * @param afterSequences for each saga, the sequence of the last event that is not wanted
     */
    public void publishAgain(Map<UUID, Long> afterSequences) {
        List<PublishedEvent> events = parts.history().eventsAfter(afterSequences);
        events.forEach(event -> parts.outbox().publish(event.message(json.readTree(event.payload()))));
        parts.meters().countPublishedAgain(events.size());
        log.info("published {} events of {} sagas again", events.size(), afterSequences.size());
    }

    /**
     * Does what an operator asks with each of the sagas that is still as it was seen and can take it, and writes it into the audit.
     * Returns why not for each of the others.
     */
    public Map<UUID, ActionRefusal> act(List<SeenSaga> seen, ActionRequest request) {
        Map<UUID, ActionRefusal> refused = new HashMap<>();
        drive(
                seen.stream().map(SeenSaga::id).toList(),
                (byId, driver) -> seen.forEach(one -> driver.act(byId.get(one.id()), one.revision(), request)
                        .ifPresent(why -> refused.put(one.id(), why))));
        return refused;
    }

    /** Drives the sagas whose time has come, except those that someone else has touched since they were locked. */
    public void due(Collection<LockedSaga> locked) {
        drive(locked.stream().map(LockedSaga::id).toList(), (byId, driver) -> {
            for (LockedSaga lock : locked) {
                Saga saga = byId.get(lock.id());
                if (saga != null
                        && saga.version() == lock.version()
                        && !saga.status().isFinal()) {
                    Cause cause = new Cause("saga due", saga.id().toString(), saga.trace());
                    parts.tracing().handle(List.of(cause), () -> driver.with(saga, SagaDriver::due));
                }
            }
        });
    }

    private void drive(Collection<UUID> ids, Drive drive) {
        SagaTable.Reading reading = sagas.read(ids);
        DatabaseEffects effects = new DatabaseEffects(parts, json, publishedByOthers(reading));
        Driver driver = new Driver(reading, effects);
        drive.drive(reading.byId(), driver);
        effects.flush();
        List<Saga> changed =
                reading.byId().values().stream().filter(Saga::hasChanged).toList();
        Stream.concat(driver.begun.stream(), changed.stream())
                .filter(effects::hasPublishedFor)
                .forEach(saga -> saga.publishedBy(process));
        sagas.write(driver.begun, changed);
        List<SagaReply> replies = effects.handleLocalCommands();
        if (!replies.isEmpty()) {
            reply(replies);
        }
    }

    private Set<UUID> publishedByOthers(SagaTable.Reading reading) {
        return reading.byId().values().stream()
                .filter(saga -> !Objects.equals(saga.publishedBy(), process))
                .map(Saga::id)
                .collect(Collectors.toSet());
    }

    private interface Drive {
        void drive(Map<UUID, Saga> byId, Driver driver);
    }

    /** Drives the sagas of one batch, each in its trace and with its id in the log. */
    private final class Driver {

        private final SagaDriver sagaDriver;
        private final Map<UUID, Saga> byId;
        private final Instant now;
        private final List<Saga> begun = new ArrayList<>();

        Driver(SagaTable.Reading reading, SagaEffects effects) {
            now = reading.now();
            byId = reading.byId();
            sagaDriver = new SagaDriver(
                    definitions, new SagaRun.Context(json, compensationPatience, effects, now), undrivable);
        }

        Instant now() {
            return now;
        }

        void begin(Saga saga) {
            traced(saga, () -> begun.add(sagaDriver.start(saga)));
        }

        void with(Saga saga, BiFunction<SagaDriver, Saga, Saga> input) {
            traced(saga, () -> byId.put(saga.id(), input.apply(sagaDriver, saga)));
        }

        Optional<ActionRefusal> act(@Nullable Saga saga, long revision, ActionRequest request) {
            if (saga == null) {
                return Optional.of(ActionRefusal.SAGA_NOT_FOUND);
            }
            if (saga.version() != revision) {
                return Optional.of(ActionRefusal.REVISION_OUTDATED);
            }
            List<ActionRefusal> refusals = new ArrayList<>();
            with(saga, (one, before) -> one.act(before, request, refusals::add));
            return refusals.stream().findFirst();
        }

        private void traced(Saga saga, Runnable work) {
            parts.tracing().in(saga.id(), saga.trace(), work);
        }
    }
}

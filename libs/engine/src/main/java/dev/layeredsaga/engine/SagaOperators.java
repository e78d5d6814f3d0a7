package dev.layeredsaga.engine;

import static java.util.Objects.requireNonNull;

import dev.layeredsaga.engine.query.SagaFilter;
import dev.layeredsaga.engine.query.SagaQueries;
import dev.layeredsaga.engine.query.SagaView;
import dev.layeredsaga.engine.state.ActionRefusal;
import dev.layeredsaga.engine.state.ActionRequest;
import dev.layeredsaga.engine.state.SeenSaga;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionOperations;

/** Lets operators act on sagas, in transactions of its own. Thread-safe. */
public class SagaOperators {

    private static final Logger log = LoggerFactory.getLogger(SagaOperators.class);
    /** Keeps transactions short, and what fails together small. */
    private static final int BATCH = 50;
    /** A saga that is tried again moves some times a second, and a transaction takes some milliseconds. */
    private static final int TRIES = 5;

    /** The outcome of an action on many sagas, separate for each, in the order of their begin. */
    public record BulkOutcome(SequencedSet<UUID> requested, SequencedMap<UUID, ActionRefusal> refused) {

        void add(List<SeenSaga> sagas, Map<UUID, ActionRefusal> refusals) {
            for (SeenSaga saga : sagas) {
                ActionRefusal refusal = refusals.get(saga.id());
                if (refusal == null) {
                    requested.add(saga.id());
                } else {
                    refused.put(saga.id(), refusal);
                }
            }
        }
    }

    private final SagaEngine engine;
    private final SagaQueries sagas;
    private final TransactionOperations transaction;

    SagaOperators(SagaEngine engine, SagaQueries sagas, TransactionOperations transaction) {
        this.engine = engine;
        this.sagas = sagas;
        this.transaction = transaction;
    }

    /** Acts on one saga. Of several who have seen the same revision, one wins. */
    public ActionOutcome act(SeenSaga seen, ActionRequest request) {
        ActionRefusal refusal = actAloneOrFail(seen, request).get(seen.id());
        Optional<SagaView> saga = sagas.find(seen.id());
        return refusal == null
                ? new ActionOutcome.Accepted(saga.orElseThrow())
                : new ActionOutcome.Refused(refusal, saga.orElse(null));
    }

    /**
     * Acts on up to {@code limit} sagas that have not ended, in the order of their begin. One that cannot take it costs only itself.
     *
     * @param after only sagas with a higher id
     */
    public BulkOutcome actOnAll(SagaFilter filter, @Nullable UUID after, int limit, ActionRequest request) {
        BulkOutcome outcome = new BulkOutcome(new LinkedHashSet<>(), new LinkedHashMap<>());
        UUID last = after;
        int left = limit;
        while (left > 0) {
            List<SeenSaga> batch = sagas.unfinished(filter, last, Math.min(BATCH, left));
            outcome.add(batch, actTogetherOrAlone(batch, request));
            last = batch.isEmpty() ? last : batch.getLast().id();
            left = batch.size() < BATCH ? 0 : left - BATCH;
        }
        return outcome;
    }

    private Map<UUID, ActionRefusal> actTogetherOrAlone(List<SeenSaga> batch, ActionRequest request) {
        try {
            return inTransaction(batch, request);
        } catch (RuntimeException e) {
            log.info("{} sagas could not be acted on together: {}", batch.size(), e.toString());
            Map<UUID, ActionRefusal> refused = new HashMap<>();
            batch.forEach(saga -> refused.putAll(actAloneOrFail(saga, request)));
            return refused;
        }
    }

    private Map<UUID, ActionRefusal> actAloneOrFail(SeenSaga saga, ActionRequest request) {
        try {
            return actAlone(saga, request, TRIES);
        } catch (DataAccessException | TransactionException e) {
            throw e;
        } catch (RuntimeException e) {
            log.error("saga {} could not be acted on", saga.id(), e);
            return Map.of(saga.id(), ActionRefusal.ACTION_FAILED);
        }
    }

    /** Acts again if the saga has moved since it was read: its revision says whether that matters. */
    private Map<UUID, ActionRefusal> actAlone(SeenSaga saga, ActionRequest request, int tries) {
        try {
            return inTransaction(List.of(saga), request);
        } catch (ConcurrencyFailureException e) {
            return tries == 1 ? Map.of(saga.id(), ActionRefusal.REVISION_OUTDATED) : actAlone(saga, request, tries - 1);
        }
    }

    private Map<UUID, ActionRefusal> inTransaction(List<SeenSaga> seen, ActionRequest request) {
        return requireNonNull(transaction.execute(status -> engine.act(seen, request)));
    }
}

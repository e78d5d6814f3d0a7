package dev.layeredsaga.engine.query;

import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.engine.definition.FailurePolicy;
import dev.layeredsaga.engine.definition.SagaDefinitions;
import dev.layeredsaga.engine.query.SagaSelection.Order;
import dev.layeredsaga.engine.state.EndedAttempt;
import dev.layeredsaga.engine.state.Saga;
import dev.layeredsaga.engine.state.SagaHistory;
import dev.layeredsaga.engine.state.SagaStatus;
import dev.layeredsaga.engine.state.SeenSaga;
import dev.layeredsaga.messaging.envelope.MessageJson;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** Reads sagas for people. */
public class SagaQueries {

    private static final JsonMapper JSON = MessageJson.mapper();

    private static final String LIMIT = " LIMIT :limit";
    private static final int MOST_READ = 20_000;

    private final JdbcClient jdbc;
    private final SagaDefinitions definitions;
    private final SagaHistory history;

    SagaQueries(JdbcClient jdbc, SagaDefinitions definitions, SagaHistory history) {
        this.jdbc = jdbc;
        this.definitions = definitions;
        this.history = history;
    }

    /** The saga with its whole timeline and the operators' actions. */
    public Optional<SagaView> find(UUID id) {
        return jdbc.sql("SELECT * FROM saga WHERE id = ?")
                .param(id)
                .query((row, number) -> new Saga(row))
                .optional()
                .map(this::wholeView);
    }

    /**
     * A page of sagas.
     *
     * @param sagas without timelines and actions
     * @param next the id to go on after; null if there is nothing behind
     * @param complete false if the search ended before the page was full, because it had read many sagas
     */
    public record Found(List<SagaView> sagas, @Nullable UUID next, boolean complete) {}

    /**
     * Up to {@code limit} sagas in the order of their begin, without timelines and actions.
     *
     * @param after the last one already seen; if it has been removed meanwhile, the list begins anew
     */
    public List<SagaView> list(SagaFilter filter, @Nullable UUID after, int limit) {
        return views(SagaSelection.where(filter, Order.OLDEST_FIRST, after)
                .containing(filter.content())
                .inOrder(jdbc, "SELECT * FROM saga WHERE true", LIMIT, limit));
    }

    /**
     * A page of sagas, the latest first. If the filter asks for content, reads 20,000 sagas at most: the next page goes on
     * behind these, so that nothing is left out.
     *
     * @param after the last one already seen; if it has been removed meanwhile, the list begins anew
     */
    public Found search(SagaFilter filter, @Nullable UUID after, int limit) {
        UUID last = filter.content().isAny() ? null : lastToRead(filter, after);
        List<SagaView> found = views(SagaSelection.where(filter, Order.NEWEST_FIRST, after)
                .upTo(last)
                .containing(filter.content())
                .inOrder(jdbc, "SELECT * FROM saga WHERE true", LIMIT, limit + 1));
        if (found.size() > limit) {
            List<SagaView> page = found.subList(0, limit);
            return new Found(page, page.getLast().sagaId(), true);
        }
        return new Found(found, last, last == null);
    }

    /** Returns the last of the sagas that a search reads; null if it reaches the end. */
    private @Nullable UUID lastToRead(SagaFilter filter, @Nullable UUID after) {
        return SagaSelection.where(filter, Order.NEWEST_FIRST, after)
                .inOrder(jdbc, "SELECT id FROM saga WHERE true", " OFFSET :limit - 1 LIMIT 1", MOST_READ)
                .query(UUID.class)
                .optional()
                .orElse(null);
    }

    /** Returns how many sagas that have not ended are like this, counted up to {@code most}. */
    public int countUnfinished(SagaFilter filter, int most) {
        return SagaSelection.where(filter, Order.OLDEST_FIRST, null)
                .containing(filter.content())
                .on(
                        jdbc,
                        "SELECT count(*) FROM (SELECT FROM saga WHERE " + SagaStatus.UNFINISHED,
                        " LIMIT :limit) AS found",
                        most)
                .query(Integer.class)
                .single();
    }

    /** Up to {@code limit} sagas that have not ended, in the order of their begin. */
    public List<SeenSaga> unfinished(SagaFilter filter, @Nullable UUID after, int limit) {
        return SagaSelection.where(filter, Order.OLDEST_FIRST, after)
                .containing(filter.content())
                .inOrder(jdbc, "SELECT id, revision FROM saga WHERE " + SagaStatus.UNFINISHED, LIMIT, limit)
                .query((row, number) -> new SeenSaga(row.getObject("id", UUID.class), row.getLong("revision")))
                .list();
    }

    /** Returns the {@code limit} latest sagas, the latest first. */
    public List<SagaView> latest(int limit) {
        return views(jdbc.sql("SELECT * FROM saga ORDER BY created_at DESC, id DESC LIMIT ?")
                .param(limit));
    }

    /**
     * Returns the ids of two sagas at most whose ids begin so, which shows whether there is one; read from the primary key's index.
     *
     * @param digits 1 to 32 hexadecimal digits
     */
    public List<UUID> beginningWith(String digits) {
        return jdbc.sql("SELECT id FROM saga"
                        + " WHERE id BETWEEN rpad(:digits, 32, '0')::uuid AND rpad(:digits, 32, 'f')::uuid LIMIT 2")
                .param("digits", digits)
                .query((row, number) -> row.getObject("id", UUID.class))
                .list();
    }

    private List<SagaView> views(JdbcClient.StatementSpec select) {
        return select.query((row, number) -> new Saga(row)).list().stream()
                .map(saga -> view(saga, List.of(), List.of()))
                .toList();
    }

    private SagaView wholeView(Saga saga) {
        List<EndedAttempt> timeline = history.of(saga.id());
        return view(
                saga,
                timeline,
                history.actionsOn(saga.id()).stream()
                        .map(action -> ActionView.of(action, saga, timeline))
                        .toList());
    }

    private SagaView view(Saga saga, List<EndedAttempt> timeline, List<ActionView> actions) {
        FailurePolicy policy = definitions
                .find(saga)
                .flatMap(definition -> definition.policy(saga))
                .orElse(null);
        return new SagaView(
                saga.id(),
                saga.revision(),
                saga.definition(),
                saga.definitionVersion(),
                saga.status(),
                saga.direction(),
                saga.step(),
                saga.attempt(),
                policy == null ? null : policy.attempts(),
                policy == null ? null : policy.toString(),
                saga.waitsFor(),
                reasonOf(saga),
                saga.dueAt(),
                saga.deadline(),
                saga.createdAt(),
                saga.updatedAt(),
                timeline,
                definitions
                        .find(saga)
                        .map(definition -> definition.remaining(saga))
                        .orElse(List.of()),
                actions);
    }

    private static @Nullable Reason reasonOf(Saga saga) {
        return saga.reason() == null ? null : JSON.readValue(saga.reason(), Reason.class);
    }
}

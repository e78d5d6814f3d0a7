package dev.layeredsaga.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.contract.IdempotentRequests;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.messaging.envelope.MessageJson;
import java.security.MessageDigest;
import java.util.Map;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.json.JsonMapper;

/** Starts sagas. Thread-safe. */
public final class Sagas {

    /** The outcome of a start. */
    public enum Start {
        STARTED,
        /** The same has been started before. */
        REPEATED,
        /** Another saga, or one with other data, has been started with this id; nothing is started. */
        CONFLICT
    }

    private final SagaEngine engine;
    private final JdbcTemplate jdbc;
    private final TransactionOperations transaction;
    private final JsonMapper json = MessageJson.mapper();

    Sagas(SagaEngine engine, JdbcTemplate jdbc, TransactionOperations transaction) {
        this.engine = engine;
        this.jdbc = jdbc;
        this.transaction = transaction;
    }

    /**
     * Returns the id of the saga that a caller starts under an idempotency key; the same each time. Keys of different callers never collide.
     *
     * @param key without line breaks
     */
    public static UUID idOf(String definition, String key, String caller) {
        return UUID.nameUUIDFromBytes(String.join("\n", definition, key, caller).getBytes(UTF_8));
    }

    /**
     * Starts a saga in the caller's transaction, or in one of its own if there is none. An id is good for one start, until the saga is
     * removed; of two transactions that start with the same one at the same time, the second waits for the first.
     */
    public <D> Start start(SagaDefinition<D> definition, UUID id, D data) {
        byte[] fingerprint = IdempotentRequests.sha256(definition.name() + "\n" + json.writeValueAsString(data));
        return transaction.execute(status -> {
            if (jdbc.update(
                            "INSERT INTO saga_start (saga_id, fingerprint) VALUES (?, ?) ON CONFLICT DO NOTHING",
                            id,
                            fingerprint)
                    == 0) {
                byte[] first =
                        jdbc.queryForObject("SELECT fingerprint FROM saga_start WHERE saga_id = ?", byte[].class, id);
                return MessageDigest.isEqual(first, fingerprint) ? Start.REPEATED : Start.CONFLICT;
            }
            engine.start(definition, Map.of(id, data));
            return Start.STARTED;
        });
    }
}

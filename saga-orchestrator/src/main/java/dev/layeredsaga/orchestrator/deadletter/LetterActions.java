package dev.layeredsaga.orchestrator.deadletter;

import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.orchestrator.deadletter.LetterRequest.LetterAction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import tools.jackson.databind.json.JsonMapper;

/** The audit of what operators did with dead letters. Thread-safe. */
@Repository
public class LetterActions {

    private static final JsonMapper JSON = MessageJson.mapper();

    private final JdbcClient jdbc;

    LetterActions(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** The outcome of an action. The names are part of the contract. */
    public enum Outcome {
        DONE,
        /** The broker did not confirm: it may have the message or not. */
        NOT_SENT
    }

    /** An action on a letter. */
    public record Entry(
            LetterAction action,
            String operator,
            String reason,
            Instant at,
            Outcome outcome,
            @Nullable Overtaking overtaking) {}

    void add(LetterId id, LetterRequest request, Outcome outcome, @Nullable Overtaking overtaking) {
        jdbc.sql("""
                INSERT INTO dead_letter_action (topic, partition, letter_offset, action, operator, reason, outcome, overtaking)
                VALUES (:topic, :partition, :offset, :action, :operator, :reason, :outcome, :overtaking)
                """)
                .param("topic", id.topic())
                .param("partition", id.partition())
                .param("offset", id.offset())
                .param("action", request.action().name())
                .param("operator", request.operator())
                .param("reason", request.reason())
                .param("outcome", outcome.name())
                .param("overtaking", overtaking == null ? null : JSON.writeValueAsString(overtaking))
                .update();
    }

    /** The actions on a letter, oldest first. */
    List<Entry> of(LetterId id) {
        return jdbc.sql("""
                SELECT * FROM dead_letter_action WHERE topic = ? AND partition = ? AND letter_offset = ? ORDER BY id
                """)
                .params(id.topic(), id.partition(), id.offset())
                .query((row, number) -> new Entry(
                        LetterAction.valueOf(row.getString("action")),
                        row.getString("operator"),
                        row.getString("reason"),
                        row.getTimestamp("acted_at").toInstant(),
                        Outcome.valueOf(row.getString("outcome")),
                        Optional.ofNullable(row.getString("overtaking"))
                                .map(text -> JSON.readValue(text, Overtaking.class))
                                .orElse(null)))
                .list();
    }
}

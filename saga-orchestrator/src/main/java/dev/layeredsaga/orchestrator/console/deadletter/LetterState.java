package dev.layeredsaga.orchestrator.console.deadletter;

import dev.layeredsaga.console.Fact;
import dev.layeredsaga.orchestrator.deadletter.LetterActions;
import dev.layeredsaga.orchestrator.deadletter.LetterQueries.LetterDetail;
import dev.layeredsaga.orchestrator.deadletter.LetterQueries.LetterSummary;
import dev.layeredsaga.orchestrator.deadletter.LetterStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * One dead letter as the console shows it; secrets have been taken out before.
 *
 * @param text what is in the message: its JSON, or how its bytes begin
 */
public record LetterState(
        String id,
        String status,
        String badge,
        boolean open,
        String reason,
        List<Fact> facts,
        List<LetterDetail.HeaderView> headers,
        String text,
        List<LetterActions.Entry> actions) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    static LetterState of(LetterDetail detail) {
        LetterSummary letter = detail.letter();
        return new LetterState(
                letter.id().toString(),
                letter.status().name(),
                LetterRows.badge(letter.status()),
                letter.status() == LetterStatus.OPEN,
                letter.reason(),
                facts(detail),
                detail.headers(),
                textOf(detail),
                detail.actions());
    }

    private static List<Fact> facts(LetterDetail detail) {
        LetterSummary letter = detail.letter();
        List<Fact> facts = new ArrayList<>();
        facts.add(Fact.of("Came from", place(letter)));
        add(facts, "Type", letter.type());
        if (letter.key() != null) {
            facts.add(Fact.ofId("Key", letter.key(), "/console/sagas/"));
        }
        add(facts, "Not handled by", letter.group());
        add(facts, "Written", letter.at());
        add(facts, "Dead since", letter.diedAt());
        facts.add(Fact.of("Size", letter.size() + " bytes"));
        add(facts, "Settled", letter.settledAt());
        if (letter.sentOffset() != null) {
            add(facts, "Sent again as offset", String.valueOf(letter.sentOffset()));
        }
        if (!detail.complete()) {
            facts.add(Fact.of("Sending it again", "not possible: the message or its origin is not known"));
        }
        return facts;
    }

    private static void add(List<Fact> facts, String name, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            facts.add(Fact.of(name, value));
        }
    }

    private static void add(List<Fact> facts, String name, @Nullable Instant time) {
        if (time != null) {
            facts.add(Fact.of(name, time));
        }
    }

    private static String place(LetterSummary letter) {
        return letter.partition() == null
                ? letter.topic()
                : letter.topic() + ", partition " + letter.partition() + ", offset " + letter.offset();
    }

    private static String textOf(LetterDetail detail) {
        return detail.payload() == null
                ? Objects.requireNonNullElse(detail.preview(), "")
                : JSON.writerWithDefaultPrettyPrinter().writeValueAsString(detail.payload());
    }
}

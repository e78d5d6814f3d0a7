package dev.layeredsaga.console.saga;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.layeredsaga.console.SagaContent;
import dev.layeredsaga.engine.state.Direction;
import dev.layeredsaga.engine.state.EndedAttempt;
import dev.layeredsaga.engine.state.EndedAttempt.Result;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AttemptRowTest {

    private static final UUID ID = UUID.fromString("0198a000-0000-4000-8000-000000000000");
    private static final Instant BEGIN = Instant.parse("2026-11-28T04:00:00.250Z");

    @Test
    void foldsAttemptsThatFailedAlike() {
        List<AttemptRow> rows = AttemptRow.of(
                "order",
                List.of(
                        attempt("reserve", 1, Result.DONE, null),
                        attempt("pay", 1, Result.NO_ANSWER, null),
                        attempt("pay", 2, Result.TRY_AGAIN, "its circuit breaker is open"),
                        attempt("pay", 3, Result.TRY_AGAIN, "its circuit breaker is open"),
                        attempt("pay", 4, Result.TRY_AGAIN, "its circuit breaker is open"),
                        attempt("pay", 5, Result.DONE, null),
                        attempt("confirm", 1, Result.DONE, null)),
                new SagaContent() {});

        assertThat(rows)
                .extracting(AttemptRow::step, AttemptRow::number, AttemptRow::result, AttemptRow::took)
                .containsExactly(
                        tuple("reserve", "1", "DONE", "1 s"),
                        tuple("pay", "1", "NO_ANSWER", "1 s"),
                        tuple("pay", "2 to 4", "3 × TRY_AGAIN", "21 s"),
                        tuple("pay", "5", "DONE", "1 s"),
                        tuple("confirm", "1", "DONE", "1 s"));
        assertThat(rows.getFirst().sent()).isEqualTo("2026-11-28T04:00:10.250Z");
    }

    /** Every ten seconds, for a second. */
    private static EndedAttempt attempt(String step, int number, Result result, @Nullable String detail) {
        Instant sent = BEGIN.plusSeconds(10L * number);
        return new EndedAttempt(ID, step, Direction.FORWARD, number, sent, sent.plusSeconds(1), result, detail);
    }
}

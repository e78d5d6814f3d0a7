package dev.layeredsaga.console.saga;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.engine.query.SagaView;
import dev.layeredsaga.engine.state.Direction;
import dev.layeredsaga.engine.state.EndedAttempt;
import dev.layeredsaga.engine.state.SagaStatus;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TimelineTest {

    private static final UUID ID = UUID.fromString("0198a000-0000-4000-8000-000000000000");
    private static final Instant BEGIN = Instant.parse("2026-11-25T04:00:00Z");

    @Test
    void drawsAttemptsToTimeInTwoLanes() {
        Timeline timeline = Timeline.of(
                saga(
                        SagaStatus.COMPENSATED,
                        null,
                        List.of(
                                attempt("reserve", Direction.FORWARD, 0, 10, EndedAttempt.Result.DONE),
                                attempt("pay", Direction.FORWARD, 10, 60, EndedAttempt.Result.REFUSED),
                                attempt("reserve", Direction.BACKWARD, 60, 100, EndedAttempt.Result.DONE))),
                BEGIN.plusSeconds(1000));

        assertThat(timeline.bars()).extracting(Timeline.Bar::x).containsExactly(120, 206, 636);
        assertThat(timeline.bars()).extracting(Timeline.Bar::width).containsExactly(86, 430, 344);
        assertThat(timeline.bars()).extracting(Timeline.Bar::y).containsExactly(20, 20, 64);
        assertThat(timeline.bars())
                .extracting(Timeline.Bar::style)
                .containsExactly("bar done", "bar failed", "bar done");
        assertThat(timeline.bars().getLast().title()).isEqualTo("compensate reserve, attempt 1: DONE after 40 s");
        assertThat(timeline.took()).isEqualTo("1 min 40 s");
    }

    @Test
    void drawsTheAttemptThatIsNotOverUpToNow() {
        Timeline timeline = Timeline.of(
                saga(
                        SagaStatus.RUNNING,
                        "pay",
                        List.of(attempt("reserve", Direction.FORWARD, 0, 10, EndedAttempt.Result.DONE))),
                BEGIN.plusSeconds(20));

        assertThat(timeline.bars()).hasSize(2);
        assertThat(timeline.bars().getLast()).satisfies(open -> {
            assertThat(open.x()).isEqualTo(550);
            assertThat(open.width()).isEqualTo(430);
            assertThat(open.style()).isEqualTo("bar open");
            assertThat(open.title()).isEqualTo("pay, attempt 1: not over after 10 s");
        });
    }

    /** A saga may wait for days, and nothing could be seen of the others. */
    @Test
    void leavesHalfOfThePictureToTheAttemptsBeforeTheOneThatIsNotOver() {
        Timeline timeline = Timeline.of(
                saga(
                        SagaStatus.RUNNING,
                        "goods",
                        List.of(attempt("reserve", Direction.FORWARD, 0, 10, EndedAttempt.Result.DONE))),
                BEGIN.plusSeconds(1000));

        assertThat(timeline.bars()).extracting(Timeline.Bar::x).containsExactly(120, 550);
        assertThat(timeline.bars()).extracting(Timeline.Bar::width).containsExactly(430, 430);
        assertThat(timeline.bars().getLast().title()).isEqualTo("goods, attempt 1: not over after 16 min 30 s");
        assertThat(timeline.took()).isEqualTo("16 min 40 s");
    }

    @Test
    void drawsAFirstAttemptThatIsNotOverAllAlong() {
        Timeline timeline = Timeline.of(saga(SagaStatus.RUNNING, "pay", List.of()), BEGIN.plusSeconds(1000));

        assertThat(timeline.bars())
                .singleElement()
                .extracting(Timeline.Bar::width)
                .isEqualTo(860);
    }

    /** Only a person can have it driven again, and the picture would become ever finer. */
    @Test
    void drawsAStuckSagaUpToItsLastAttempt() {
        Timeline timeline = Timeline.of(
                saga(
                        SagaStatus.STUCK,
                        "pay",
                        List.of(attempt("reserve", Direction.FORWARD, 0, 10, EndedAttempt.Result.DONE))),
                BEGIN.plusSeconds(1000));

        assertThat(timeline.bars())
                .singleElement()
                .extracting(Timeline.Bar::width)
                .isEqualTo(860);
    }

    @Test
    void keepsAnAttemptOfNoTimeVisibleAndInsideThePicture() {
        Timeline timeline = Timeline.of(
                saga(
                        SagaStatus.COMPLETED,
                        null,
                        List.of(
                                attempt("reserve", Direction.FORWARD, 0, 100, EndedAttempt.Result.DONE),
                                attempt("pay", Direction.FORWARD, 100, 100, EndedAttempt.Result.DONE))),
                BEGIN);

        Timeline.Bar last = timeline.bars().getLast();
        assertThat(last.width()).isEqualTo(4);
        assertThat(last.x() + last.width()).isEqualTo(980);
        assertThat(last.label()).isEmpty();
    }

    private static EndedAttempt attempt(
            String step, Direction direction, int from, int to, EndedAttempt.Result result) {
        return new EndedAttempt(ID, step, direction, 1, BEGIN.plusSeconds(from), BEGIN.plusSeconds(to), result, null);
    }

    private static SagaView saga(SagaStatus status, @Nullable String step, List<EndedAttempt> timeline) {
        return new SagaView(
                ID,
                1,
                "order",
                1,
                status,
                Direction.FORWARD,
                step,
                1,
                null,
                null,
                null,
                null,
                status == SagaStatus.RUNNING ? BEGIN.plusSeconds(3600) : null,
                BEGIN,
                BEGIN,
                BEGIN,
                timeline,
                List.of(),
                List.of());
    }
}

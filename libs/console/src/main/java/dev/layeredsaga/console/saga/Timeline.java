package dev.layeredsaga.console.saga;

import dev.layeredsaga.console.Wording;
import dev.layeredsaga.engine.query.SagaView;
import dev.layeredsaga.engine.state.Direction;
import dev.layeredsaga.engine.state.EndedAttempt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A saga's attempts drawn to time, in units of the picture: forward steps in the upper lane, compensations in the lower one.
 *
 * @param begin the time at its left edge
 * @param end the time at its right edge
 * @param took the time between
 */
public record Timeline(List<Bar> bars, Instant begin, Instant end, String took) {

    private static final int LEFT = 120;
    private static final int WIDTH = 860;
    private static final int NARROWEST = 4;
    private static final int FORWARD_Y = 20;
    private static final int BACKWARD_Y = 64;
    private static final int PER_LETTER = 8;

    /**
     * An attempt.
     *
     * @param style its style
     * @param label its step; empty if there is no room for it
     * @param title all of it in words
     */
    public record Bar(int x, int y, int width, String style, String label, String title) {}

    private record Span(EndedAttempt attempt, boolean isOpen) {}

    /** Draws a saga; one that will be driven again up to now, though its open attempt takes half of the picture at most. */
    static Timeline of(SagaView saga, Instant now) {
        Instant begin = Stream.concat(
                        Stream.of(saga.createdAt()), saga.timeline().stream().map(EndedAttempt::sentAt))
                .min(Instant::compareTo)
                .orElseThrow();
        Instant last = Stream.concat(Stream.of(begin), saga.timeline().stream().map(EndedAttempt::endedAt))
                .max(Instant::compareTo)
                .orElseThrow();
        boolean stands = saga.nextAttemptAt() == null;
        Instant end = stands || now.isBefore(last) ? last : now;
        List<Span> spans = new ArrayList<>();
        saga.timeline().forEach(attempt -> spans.add(new Span(attempt, false)));
        String step = saga.step();
        if (step != null && !stands) {
            spans.add(new Span(open(saga, step, last, end), true));
        }
        Instant drawn = last.equals(begin) ? end : earlier(end, last.plus(Duration.between(begin, last)));
        long whole = Math.max(1, Duration.between(begin, drawn).toMillis());
        return new Timeline(
                spans.stream().map(span -> bar(span, begin, drawn, whole)).toList(),
                begin,
                end,
                Wording.duration(Duration.between(begin, end)));
    }

    /** The attempt that has not ended; the result stands for none. */
    private static EndedAttempt open(SagaView saga, String step, Instant since, Instant now) {
        return new EndedAttempt(
                saga.sagaId(),
                step,
                saga.direction(),
                saga.attempt(),
                since,
                now,
                EndedAttempt.Result.NO_ANSWER,
                saga.waitsFor());
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    private static Bar bar(Span span, Instant begin, Instant drawn, long whole) {
        EndedAttempt attempt = span.attempt();
        int from = position(begin, attempt.sentAt(), whole);
        int width = Math.max(NARROWEST, position(begin, earlier(attempt.endedAt(), drawn), whole) - from);
        int x = Math.min(from, LEFT + WIDTH - width);
        boolean hasRoom = width >= attempt.step().length() * PER_LETTER;
        return new Bar(
                x,
                attempt.direction() == Direction.FORWARD ? FORWARD_Y : BACKWARD_Y,
                width,
                span.isOpen() ? "bar open" : "bar " + AttemptRow.style(attempt.result()),
                hasRoom ? attempt.step() : "",
                title(attempt, span.isOpen()));
    }

    private static int position(Instant begin, Instant time, long whole) {
        return LEFT + Math.toIntExact(Duration.between(begin, time).toMillis() * WIDTH / whole);
    }

    private static String title(EndedAttempt attempt, boolean isOpen) {
        String detail = attempt.detail() == null ? "" : " (" + attempt.detail() + ")";
        String took = Wording.duration(Duration.between(attempt.sentAt(), attempt.endedAt()));
        return AttemptRow.name(attempt) + ", attempt " + attempt.attempt() + ": "
                + (isOpen ? "not over after " : attempt.result() + " after ") + took + detail;
    }
}

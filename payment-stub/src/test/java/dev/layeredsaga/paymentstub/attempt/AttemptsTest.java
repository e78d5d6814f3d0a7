package dev.layeredsaga.paymentstub.attempt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.paymentstub.attempt.Attempts.KeyState;
import dev.layeredsaga.paymentstub.fault.FaultDecision;
import dev.layeredsaga.paymentstub.fault.FaultDecision.Breakage;
import dev.layeredsaga.paymentstub.fault.FaultDecision.Effect;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class AttemptsTest {

    private static final IdempotencyKey KEY = new IdempotencyKey("key-1");
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-02T03:04:05Z"), ZoneOffset.UTC);
    private static final FaultDecision PROCEED = fault(new Effect.Proceed());

    private final List<Runnable> duringPause = new ArrayList<>();
    private final Queue<Verdict> replays = new ConcurrentLinkedQueue<>();
    private final Attempts<String, Verdict> attempts = new Attempts<>(
            duration -> runAndClear(), CLOCK, decision -> {}, (decision, answerLost) -> replays.add(decision));
    private int decisions;

    @Test
    void theFirstAttemptDecides() {
        assertThat(attempt("a", PROCEED)).isEqualTo(new Answer.Decided<>(new Verdict(1), false));
    }

    @Test
    void theSecondAttemptReplaysTheFirstDecision() {
        attempt("a", PROCEED);

        assertThat(attempt("a", PROCEED)).isEqualTo(new Answer.Decided<>(new Verdict(1), true));
        assertThat(replays).containsExactly(new Verdict(1));
    }

    @Test
    void anotherRequestUnderTheSameKeyIsRefused() {
        attempt("a", PROCEED);

        assertThat(codeOf(attempt("b", PROCEED))).isEqualTo(ErrorCode.IDEMPOTENCY_KEY_REUSED);
    }

    @Test
    void aKeyIsInFlightWhileTheFirstAttemptTakesItsTime() {
        List<Answer<Verdict>> meanwhile = new ArrayList<>();
        duringPause.add(() -> meanwhile.add(attempt("a", PROCEED)));
        attempt("a", PROCEED);

        assertThat(meanwhile).extracting(AttemptsTest::codeOf).containsExactly(ErrorCode.IDEMPOTENCY_KEY_IN_FLIGHT);
    }

    @Test
    void listsTheKeysInFlightAndTheirStart() {
        List<Object> meanwhile = new ArrayList<>();
        duringPause.add(() -> meanwhile.add(attempts.inFlight()));
        attempt("a", PROCEED);

        assertThat(meanwhile).containsExactly(Map.of(KEY, new KeyState<>("a", CLOCK.instant(), Optional.empty())));
        assertThat(attempts.inFlight()).isEmpty();
    }

    @Test
    void replaysADecisionOfAnEarlierLife() {
        attempts.restore(KEY, "a", new Verdict(7));

        assertThat(attempt("a", PROCEED)).isEqualTo(new Answer.Decided<>(new Verdict(7), true));
        assertThat(codeOf(attempt("b", PROCEED))).isEqualTo(ErrorCode.IDEMPOTENCY_KEY_REUSED);
    }

    @Test
    void anotherRequestIsRefusedAlsoWhileTheKeyIsInFlight() {
        List<Answer<Verdict>> meanwhile = new ArrayList<>();
        duringPause.add(() -> meanwhile.add(attempt("b", PROCEED)));
        attempt("a", PROCEED);

        assertThat(meanwhile).extracting(AttemptsTest::codeOf).containsExactly(ErrorCode.IDEMPOTENCY_KEY_REUSED);
    }

    @Test
    void aFailureBeforeTheDecisionNeverTouchesTheKey() {
        List<Boolean> known = new ArrayList<>();
        duringPause.add(() -> known.add(attempts.find(KEY).isPresent()));
        var failure = fault(new Effect.FailUndecided(Breakage.RESET));

        assertThat(attempt("a", failure)).isEqualTo(new Answer.Broken<>(Breakage.RESET));
        assertThat(known).containsExactly(false);
        assertThat(decisions).isZero();
    }

    @Test
    void aLostAnswerIsStillADecision() {
        var loss = fault(new Effect.LoseAnswer(Breakage.CLOSED));

        assertThat(attempt("a", loss)).isEqualTo(new Answer.Broken<>(Breakage.CLOSED));
        assertThat(attempts.find(KEY)).contains(new KeyState<>("a", CLOCK.instant(), Optional.of(new Verdict(1))));
    }

    @Test
    void aReusedKeyIsRejectedAlsoWhereAnswersGetLost() {
        attempt("a", PROCEED);

        assertThat(codeOf(attempt("b", fault(new Effect.LoseAnswer(Breakage.CLOSED)))))
                .isEqualTo(ErrorCode.IDEMPOTENCY_KEY_REUSED);
    }

    @Test
    void aRefusalLeavesTheKeyFree() {
        Answer<Verdict> refusal = new Answer.Refused<>(ErrorCode.REFUND_EXCEEDS_CAPTURE, "too much");

        assertThat(attempts.attempt(KEY, "a", PROCEED, () -> refusal)).isEqualTo(refusal);
        assertThat(attempts.find(KEY)).isEmpty();
    }

    @Test
    void anAttemptThatBreaksDownLeavesTheKeyFree() {
        assertThatThrownBy(() -> attempts.attempt(KEY, "a", PROCEED, () -> {
                    throw new IllegalStateException("broke down");
                }))
                .hasMessage("broke down");
        assertThat(attempts.find(KEY)).isEmpty();
    }

    /** Releases all threads at a barrier, to attempt a decision under the same key concurrently. */
    @Test
    void ofManyAttemptsAtOnceOneDecides() throws InterruptedException {
        int many = 200;
        var together = new CyclicBarrier(many);
        Callable<Answer<Verdict>> attempt = () -> {
            together.await();
            return attempt("a", PROCEED);
        };
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var answers = threads.invokeAll(Collections.nCopies(many, attempt));

            assertThat(answers)
                    .extracting(Future::resultNow)
                    .filteredOn(new Answer.Decided<>(new Verdict(1), false)::equals)
                    .hasSize(1);
        }
        assertThat(decisions).isEqualTo(1);
    }

    // unsynchronised on purpose: only the key prevents two concurrent decisions
    private Answer<Verdict> attempt(String request, FaultDecision fault) {
        return attempts.attempt(KEY, request, fault, () -> new Answer.Decided<>(new Verdict(++decisions), false));
    }

    private static ErrorCode codeOf(Answer<Verdict> answer) {
        return ((Answer.Refused<Verdict>) answer).code();
    }

    private void runAndClear() {
        var actions = List.copyOf(duringPause);
        duringPause.clear();
        actions.forEach(Runnable::run);
    }

    private static FaultDecision fault(Effect effect) {
        return new FaultDecision(Duration.ZERO, effect);
    }

    private record Verdict(int value) {}
}

package dev.layeredsaga.testbed.conformance;

import static dev.layeredsaga.testbed.conformance.Conversation.expect;

import dev.layeredsaga.testbed.conformance.Conversation.Sent;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The duties of a participant, each tried with a saga of its own. */
public enum Duty {
    ANSWERS("answers a command with a CloudEvent whose key is the saga's id", saga -> {
        Reply reply = saga.anyReply(saga.step(1));
        List<String> missing = reply.missing(saga.id());
        expect(missing.isEmpty(), reply.type() + " lacks " + String.join(", ", missing));
        expect(saga.participant().action().isAnsweredBy(reply), "the file does not name " + reply.type());
    }),
    RETURNS_THE_ATTEMPT("returns the attempt as it came, with its proof", saga -> expectAttempt(saga, Map.of())),
    RETURNS_UNKNOWN_FIELDS(
            "returns fields of the attempt that it does not know",
            saga -> expectAttempt(saga, Map.of("unknownfield", "kept"))),
    IGNORES_UNKNOWN_FIELDS(
            "carries out a command with fields and headers that it does not know",
            saga -> saga.done(saga.send(saga.participant().action(), 1, Map.of("unknownfield", "ignored")))),
    REPEATS_WHAT_WAS_ASKED("says what it has done in the command's own values", saga -> {
        Sent step = saga.step(1);
        Reply reply = saga.done(step);
        for (String field : saga.participant().repeats()) {
            expect(
                    reply.value().path(field).equals(saga.wanted(step, field)),
                    "asked for " + field + " " + saga.wanted(step, field) + ", got "
                            + reply.value().path(field));
        }
    }),
    REPETITION("has one effect if a message is delivered twice", saga -> {
        Sent step = saga.step(1);
        saga.again(step);
        saga.done(step);
        saga.done(saga.step(2));
        saga.expectOneEffect();
    }),
    RESENT("has one effect, and answers each time, if a command is sent again", saga -> {
        saga.done(saga.step(1));
        saga.done(saga.step(2));
        saga.expectOneEffect();
    }),
    REORDERED("has one effect if an older attempt comes after a newer one", saga -> {
        saga.done(saga.step(2));
        saga.step(1);
        saga.done(saga.step(3));
        saga.expectOneEffect();
    }),
    LOST("carries out a later attempt whose predecessors were lost", saga -> saga.done(saga.step(3))),
    COMPENSATES("compensates a step, and answers each time, however often it is asked", saga -> {
        saga.done(saga.step(1));
        if (saga.participant().scarce()) {
            Conversation rival = saga.ofARival();
            Reply refusal = rival.reply(rival.step(1));
            expect(!saga.participant().action().isDoneBy(refusal), "a second saga got what the first has");
        }
        Sent first = saga.compensation(1);
        saga.done(first);
        saga.again(first);
        saga.done(saga.compensation(2));
        saga.expectNothingHeld();
    }),
    TOMBSTONE("refuses a step that comes after its compensation", saga -> {
        saga.done(saga.compensation(1));
        saga.step(1);
        saga.expectNoMoreThan(List.of(), 2);
    }),
    STAYS_COMPENSATED("refuses a step that is repeated after its compensation", saga -> {
        Sent step = saga.step(1);
        saga.done(step);
        saga.done(saga.compensation(1));
        List<Reply> before = saga.doneSteps();
        saga.again(step);
        saga.step(2);
        saga.expectNoMoreThan(before, 2);
    }),
    GOES_ON("goes on after messages that it cannot read", saga -> {
        saga.sendUnreadable(saga.participant().action().type(), "{");
        saga.sendUnreadable(saga.participant().action().type(), "{}");
        saga.sendUnreadable("OfALaterVersion", "{}");
        saga.done(saga.step(1));
    });

    private final String promise;
    /** Without a state. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final Consumer<Conversation> trial;

    Duty(String promise, Consumer<Conversation> trial) {
        this.promise = promise;
        this.trial = trial;
    }

    private static void expectAttempt(Conversation saga, Map<String, String> unknown) {
        Sent step = saga.send(saga.participant().action(), 1, unknown);
        Reply reply = saga.anyReply(step);
        expect(reply.attempt().equals(step.attempt()), "sent " + step.attempt() + ", got " + reply.attempt());
    }

    /** Returns the duty in words. */
    public String promise() {
        return promise;
    }

    void tryOut(Conversation saga) {
        trial.accept(saga);
    }
}

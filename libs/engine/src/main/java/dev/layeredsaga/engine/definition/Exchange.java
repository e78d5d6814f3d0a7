package dev.layeredsaga.engine.definition;

import dev.layeredsaga.contract.saga.SagaCommand;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A command to one participant, and what each of its replies means. A step is one exchange; so is its compensation.
 *
 * @param <D> the saga's data
 */
public final class Exchange<D> {

    private final Participant participant;
    private final BiFunction<D, StepAttempt, ? extends SagaCommand> command;
    private final Map<Class<? extends SagaReply>, BiFunction<D, SagaReply, StepOutcome<D>>> replies = new HashMap<>();
    private final Set<Class<? extends SagaReply>> ignored = new HashSet<>();
    private BiFunction<D, StepAttempt, ? extends SagaCommand> commandAgain;
    private @Nullable FailurePolicy policy;
    private Duration timeout = FailurePolicy.retry().timeout();

    private Exchange(Participant participant, BiFunction<D, StepAttempt, ? extends SagaCommand> command) {
        this.participant = participant;
        this.command = command;
        this.commandAgain = command;
    }

    /** Sends no command, for a step that waits. */
    static <D> Exchange<D> none() {
        return send(new Participant.Local("none"), (data, attempt) -> {
            throw new IllegalStateException("step '" + attempt.step() + "' sends no command");
        });
    }

    private Exchange(StepMethod<D> method, boolean isCall) {
        this.participant = Participant.Local.THIS_SERVICE;
        this.command = (data, attempt) -> new MethodCommand<>(attempt, data, method, isCall, this);
        this.commandAgain = command;
    }

    /** Sends {@code command} to {@code participant}. */
    public static <D> Exchange<D> send(
            Participant participant, BiFunction<D, StepAttempt, ? extends SagaCommand> command) {
        return new Exchange<>(participant, command);
    }

    /**
     * Runs {@code method} in the transaction that moves the saga: what it writes on the saga's database, the saga's move and its events
     * commit together, or not at all. What it has written is rolled back alone unless it is done, deferred or needs an operator, and if it
     * throws; then it is tried again later.
     */
    public static <D> Exchange<D> local(StepMethod<D> method) {
        return new Exchange<>(method, false);
    }

    /**
     * Runs {@code method} after the commit of the saga's move, outside any transaction, for a call over the network. It may run more than
     * once, also at the same time: after a crash, and when it has not returned within the timeout. So it must be idempotent by
     * {@link StepAttempt#idempotencyKey}. If it throws, it is tried again later; it is interrupted at {@code saga.calls.time-limit}.
     */
    public static <D> Exchange<D> call(StepMethod<D> method) {
        return new Exchange<>(method, true);
    }

    /**
     * Sets the command that is sent instead if the saga may have come to this step before: it went back, or may have been lost, as with a
     * database that was restored; default the same.
     */
    public Exchange<D> sentAgainBy(BiFunction<D, StepAttempt, ? extends SagaCommand> repetition) {
        commandAgain = repetition;
        return this;
    }

    /** Defines the meaning of a reply type. */
    public <R extends SagaReply> Exchange<D> on(Class<R> reply, BiFunction<D, R, StepOutcome<D>> meaning) {
        replies.put(reply, (data, received) -> meaning.apply(data, reply.cast(received)));
        return this;
    }

    /** Declares a reply type that is received and means nothing, such as that to a keep-alive. */
    public Exchange<D> ignoring(Class<? extends SagaReply> reply) {
        ignored.add(reply);
        return this;
    }

    /** Sets how often and how long the command is sent again, and what happens then; what the policy leaves open is the definition's. */
    public Exchange<D> onFailure(FailurePolicy policy) {
        this.policy = policy;
        return this;
    }

    public Participant participant() {
        return participant;
    }

    @Nullable FailurePolicy policy() {
        return policy;
    }

    void awaitedFor(Duration timeout) {
        this.timeout = timeout;
    }

    Duration timeout() {
        return timeout;
    }

    public SagaCommand command(D data, StepAttempt attempt) {
        return command.apply(data, attempt);
    }

    /** Returns the command of a saga that may have come to this step before. */
    public SagaCommand commandAgain(D data, StepAttempt attempt) {
        return commandAgain.apply(data, attempt);
    }

    /** Returns every reply type that the participant may send. */
    Stream<Class<? extends SagaReply>> replyTypes() {
        return Stream.concat(replies.keySet().stream(), ignored.stream());
    }

    boolean hasReplies() {
        return participant.equals(Participant.Local.THIS_SERVICE) || !replies.isEmpty();
    }

    boolean sharesReplyWith(Exchange<D> other) {
        return !Collections.disjoint(replies.keySet(), other.replies.keySet());
    }

    public boolean awaits(SagaReply reply) {
        return replies.containsKey(reply.getClass());
    }

    /** Null if this exchange does not await such a reply. */
    public @Nullable StepOutcome<D> outcomeOf(D data, SagaReply reply) {
        if (reply instanceof MethodReply<?> own) {
            return own.outcomeFor(this);
        }
        BiFunction<D, SagaReply, StepOutcome<D>> meaning = replies.get(reply.getClass());
        return meaning == null ? null : meaning.apply(data, reply);
    }
}

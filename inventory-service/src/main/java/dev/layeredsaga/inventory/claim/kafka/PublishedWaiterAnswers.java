package dev.layeredsaga.inventory.claim.kafka;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.inventory.claim.WaiterAnswers;
import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.claim.command.Refusal;
import dev.layeredsaga.inventory.queue.Waiter;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.outbox.Outbox;
import dev.layeredsaga.messaging.trace.TraceParent;
import org.springframework.stereotype.Component;

/** Replies to the command that queued the saga, as if it had just arrived. */
@Component
record PublishedWaiterAnswers(Outbox outbox) implements WaiterAnswers {

    @Override
    public void granted(Waiter waiter, ClaimSnapshot claim) {
        publish(waiter, Replies.claimed(attemptOf(waiter), claim));
    }

    @Override
    public void refused(Waiter waiter, Refusal refusal) {
        publish(waiter, Replies.refused(attemptOf(waiter), refusal));
    }

    private static StepAttempt attemptOf(Waiter waiter) {
        Waiter.Request request = waiter.request();
        return new StepAttempt(waiter.sagaId(), request.step(), request.attempt(), request.proof());
    }

    /** Publishes in the waiter's own trace, not in that of the command that freed the item. */
    private void publish(Waiter waiter, SagaReply reply) {
        outbox.publish(OutgoingMessage.of(Topics.SAGA_REPLIES, reply.attempt().sagaId(), reply)
                .inTrace(TraceParent.parse(waiter.request().trace())));
    }
}

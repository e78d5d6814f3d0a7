package dev.layeredsaga.inventory.claim.kafka;

import dev.layeredsaga.inventory.claim.ClaimSnapshot;
import dev.layeredsaga.inventory.claim.Refusal;
import dev.layeredsaga.inventory.claim.WaiterAnswers;
import dev.layeredsaga.inventory.line.Waiter;
import dev.layeredsaga.messaging.Topics;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.outbox.Outbox;
import dev.layeredsaga.messaging.saga.SagaReply;
import dev.layeredsaga.messaging.saga.StepAttempt;
import org.springframework.stereotype.Component;

/** Answers the command that had the saga wait, as if it had just come. */
@Component
class PublishedWaiterAnswers implements WaiterAnswers {

    private final Outbox outbox;

    PublishedWaiterAnswers(Outbox outbox) {
        this.outbox = outbox;
    }

    @Override
    public void granted(Waiter waiter, ClaimSnapshot claim) {
        publish(Replies.claimed(attemptOf(waiter), claim));
    }

    @Override
    public void refused(Waiter waiter, Refusal refusal) {
        publish(Replies.refused(attemptOf(waiter), refusal));
    }

    private static StepAttempt attemptOf(Waiter waiter) {
        return new StepAttempt(
                waiter.sagaId(), waiter.request().step(), waiter.request().attempt());
    }

    private void publish(SagaReply reply) {
        outbox.publish(OutgoingMessage.of(Topics.SAGA_REPLIES, reply.attempt().sagaId(), reply));
    }
}

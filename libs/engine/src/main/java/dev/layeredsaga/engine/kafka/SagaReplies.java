package dev.layeredsaga.engine.kafka;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.engine.VerifiedReplies;
import dev.layeredsaga.engine.VerifiedReplies.UnknownReply;
import dev.layeredsaga.engine.definition.SagaDefinitions;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.listener.IdempotentConsumer.ConsumerParts;
import dev.layeredsaga.messaging.listener.MultiTopicListener;
import dev.layeredsaga.messaging.listener.MultiTopicListener.LocalInput;
import dev.layeredsaga.messaging.listener.MultiTopicListener.Subscription;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.support.TransactionOperations;

/** Every poll of replies advances its sagas in one transaction, shared with whatever else this service listens to or has waiting. */
@Configuration(proxyBeanMethods = false)
public class SagaReplies {

    /** The topic on which sagas are answered. */
    public static final String TOPIC = Topics.SAGA_REPLIES;

    private static final String GROUP = "saga-orchestrator";

    @Bean
    Subscription<SagaReply> sagaReplySubscription(VerifiedReplies replies, SagaDefinitions definitions) {
        return new Subscription<>(
                TOPIC,
                GROUP,
                MessageTypes.<SagaReply>of(definitions.replyTypes()).orElse(UnknownReply.class),
                replies::handle);
    }

    @Bean
    MultiTopicListener multiTopicListener(
            List<Subscription<?>> all,
            ObjectProvider<LocalInput> inputs,
            ConsumerParts parts,
            TransactionOperations transaction) {
        return new MultiTopicListener(GROUP, all, inputs.orderedStream().toList(), parts, transaction);
    }
}

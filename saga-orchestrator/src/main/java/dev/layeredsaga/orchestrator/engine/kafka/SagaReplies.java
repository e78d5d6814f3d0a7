package dev.layeredsaga.orchestrator.engine.kafka;

import dev.layeredsaga.messaging.Topics;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.listener.JointListener;
import dev.layeredsaga.messaging.listener.Subscription;
import dev.layeredsaga.messaging.listener.Subscriptions;
import dev.layeredsaga.messaging.saga.SagaReply;
import dev.layeredsaga.orchestrator.engine.VerifiedReplies;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Every poll of replies advances its sagas in one transaction, shared with whatever else this service listens to. */
@Configuration(proxyBeanMethods = false)
class SagaReplies {

    private static final String GROUP = "saga-orchestrator";

    @Bean
    Subscription sagaReplySubscription(
            VerifiedReplies replies, Subscriptions subscriptions, MessageTypes<SagaReply> replyTypes) {
        return subscriptions.to(Topics.SAGA_REPLIES, GROUP, replyTypes, replies::handle);
    }

    @Bean
    JointListener jointListener(Subscriptions subscriptions, List<Subscription> all) {
        return subscriptions.join(GROUP, all);
    }
}

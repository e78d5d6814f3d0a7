package dev.layeredsaga.orchestrator.payment.kafka;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.payment.PaymentCommand;
import dev.layeredsaga.engine.definition.SagaReplies;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.listener.MultiTopicListener.Subscription;
import dev.layeredsaga.orchestrator.payment.PaymentProcessor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Takes payment commands from Kafka as well: every poll of them is decided in one transaction, with their sagas' replies. Instances of
 * a release that still sent them, and operators who send dead letters again, write to the topic.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "orchestrator.payment.participant", havingValue = "local", matchIfMissing = true)
class PaymentCommands {

    @Bean
    Subscription<PaymentCommand> paymentCommandSubscription(PaymentProcessor work, SagaReplies replies) {
        return new Subscription<>(
                Topics.PAYMENT_COMMANDS,
                "payment-participant",
                MessageTypes.sealedUnder(PaymentCommand.class),
                commands -> replies.reply(work.handle(commands)));
    }
}
